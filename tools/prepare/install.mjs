// Installs the dependencies of the lock file.
import { basename, join } from 'node:path';
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
 * @param {import('./install-state.mjs').Extent} extent
 */
export async function install(root, extent) {
  const isSmall = extent === 'production' && !hasDevelopmentDependencies(root);
  const { code, output } = await runNpm(root, ['ci', ...(isSmall ? ['--omit=dev'] : []), ...NPM_FLAGS]);
  if (code !== 0) {
    const sentence = sentenceFor(output);
    if (!sentence) console.error(output.trim());
    throw new PreparationFailure(sentence ?? 'npm could not install the dependencies: its message above says why.');
  }
  if (!findNode(root)) throw new PreparationFailure(noNodeSentence());
  installedExtent(root);
}

// Inside an npm script npm says where it is itself; the Node on the PATH may be the one inside node_modules that is about to go.
function runNpm(root, args) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const isNpm = npm !== undefined && node !== undefined && basename(npm) === 'npm-cli.js' && !node.startsWith(join(root, 'node_modules'));
  return isNpm ? runCaptured(node, [npm, ...args], { cwd: root }) : runCaptured('npm', args, { cwd: root });
}
