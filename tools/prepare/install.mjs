// Installs the dependencies of the lock file.
import { rmSync, statfsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { outlivesTerminal } from '../node/hang-up.mjs';
import { findNode, noNodeSentence } from '../node/pinned-node.mjs';
import { hasDevelopmentDependencies, installedExtent } from './install-state.mjs';
import { PreparationFailure, sentenceFor } from './preparation-failure.mjs';
import { runCaptured } from './run-captured.mjs';

// Few and short retries: without a network the user should read a sentence soon.
const NPM_FLAGS = [
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  '--loglevel=error',
  '--fetch-retries=2',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];

// Measured on Linux x64 (300 and 570 MB), with room for npm's own cache.
const MEGABYTES = { production: 450, full: 800 };

/**
 * @param {string} root
 * @param {import('./install-state.mjs').Extent} extent
 */
export function isInstalled(root, extent) {
  const installed = installedExtent(root);
  return (installed === 'full' || installed === extent) && findNode(root) !== undefined;
}

/**
 * `npm ci` empties node_modules first, so it also repairs what an interrupted installation left behind.
 * @param {string} root
 * @param {{ extent: import('./install-state.mjs').Extent, onStart?: (pid: number) => void }} options `onStart` gets npm's process id
 */
export async function install(root, { extent, onStart }) {
  refuseSmallDisk(root, extent);
  const isSmall = extent === 'production' && !hasDevelopmentDependencies(root);
  const { code, output } = await runNpm(['ci', ...(isSmall ? ['--omit=dev'] : []), ...NPM_FLAGS], {
    cwd: root,
    detached: outlivesTerminal(),
    onStart,
  });
  if (code !== 0) {
    const sentence = sentenceFor(output);
    if (!sentence) console.error(output.trim());
    throw new PreparationFailure(sentence ?? 'npm could not install the dependencies: its message above says why.');
  }
  refuseUnusable(root);
}

function refuseSmallDisk(root, extent) {
  const { bavail, bsize } = statfsSync(root);
  const [free, needed] = [(bavail * bsize) / 1e6, MEGABYTES[extent]];
  if (free >= needed) return;
  throw new PreparationFailure(
    `The disk is nearly full: the installation needs ${needed} MB and ${Math.floor(free)} MB are free. Free some and run the same command again.`,
  );
}

// npm passes over an optional package that it could not write, and the pinned Node is one.
function refuseUnusable(root) {
  const node = findNode(root);
  // npm puts its folder first on the PATH of each script: one that does not start would stand in the way of the Node of the system.
  if (!node?.path.startsWith(join(root, 'node_modules'))) rmSync(join(root, 'node_modules/.bin/node'), { force: true });
  if (!node) throw new PreparationFailure(noNodeSentence(root));
  if (installedExtent(root) === 'none') {
    throw new PreparationFailure('The installation is incomplete: see that the disk is not full, and run the same command again.');
  }
}

// Inside an npm script npm says where it is itself; the Node on the PATH may be the one inside node_modules that is about to go.
function runNpm(args, options) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const isNpm = npm !== undefined && node !== undefined && basename(npm) === 'npm-cli.js';
  const isOutside = node !== undefined && !node.startsWith(join(options.cwd, 'node_modules'));
  return isNpm && isOutside ? runCaptured(node, [npm, ...args], options) : runCaptured('npm', args, options);
}
