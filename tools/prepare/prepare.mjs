// Brings a clone to the point where it runs: installs and builds what changed, and nothing else.
import { findNode, noNodeSentence } from '../node/pinned-node.mjs';
import { build, isBuilt } from './build.mjs';
import { install, isInstalled } from './install.mjs';
import { holdLock } from './lock.mjs';
import { PreparationFailure } from './preparation-failure.mjs';

/**
 * @param {string} root
 * @param {{ extent: import('./install-state.mjs').Extent, log: (line: string) => void, build?: boolean }} options
 *   `log` gets a line before each long step; `build: false` only installs
 * @returns {Promise<{ nodePath: string, phases: string[] }>} phases as "install 41 s"; empty when there was nothing to do
 * @throws {import('./preparation-failure.mjs').PreparationFailure}
 */
export async function prepare(root, { extent, log, build: wantsBuild = true }) {
  const phases = [];
  const needsBuild = () => wantsBuild && !isBuilt(root);
  if (!isInstalled(root, extent) || needsBuild()) {
    const { share, release } = await holdLock(root, log);
    try {
      // Asked again: whoever held the lock may have done it.
      if (!isInstalled(root, extent)) {
        log('Installing the dependencies (the first time this takes about a minute) …');
        phases.push(await timed('install', () => install(root, { extent, onStart: share })));
      }
      if (needsBuild()) {
        log('Building …');
        phases.push(await timed('build', () => build(root, { nodePath: nodePathOf(root), onStart: share })));
      }
    } finally {
      release();
    }
  }
  return { nodePath: nodePathOf(root), phases };
}

function nodePathOf(root) {
  const node = findNode(root);
  if (!node) throw new PreparationFailure(noNodeSentence(root));
  return node.path;
}

async function timed(name, step) {
  const startedAt = performance.now();
  await step();
  return `${name} ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
