// Whether a packaged Node starts on this system. One for glibc does not on Alpine or NixOS, where npm installs it all the same.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readJson, stampOf, writeJson } from '../prepare/file-stamp.mjs';

const MEMORY = 'node_modules/.tributary-node.json';

/** What starts a program for glibc: whether one starts changes with these. */
const LOADERS = ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1', '/etc/os-release'];

/**
 * Why it does not start; undefined where it does. Asked once for each binary and system, and remembered in node_modules.
 * @param {string} root
 * @param {string} path of the binary
 * @returns {string | undefined}
 */
export function whyNotStarting(root, path) {
  const memory = join(root, MEMORY);
  const of = [path, ...LOADERS].map((file) => `${file} ${stampOf(file)}`).join('\n');
  const known = readJson(memory);
  if (known?.of === of) return known.why;
  const { why, isOfSystem } = tryStart(path);
  if (!isOfSystem) return why;
  try {
    writeJson(memory, { of, why });
  } catch {
    // A folder that cannot be written to is asked each time.
  }
  return why;
}

/** What a shell says of a program that it cannot start; a loader that misses a library ends so, too. */
const NOT_STARTED = 127;

/** Why it does not start, and whether that is of the system: what is for the moment, such as too many processes, is not remembered. */
function tryStart(path) {
  // Options meant for the Node that runs now may be none of this one's.
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { status, signal, error, stderr } = spawnSync(path, ['--version'], { encoding: 'utf8', env });
  if (status === 0) return { why: undefined, isOfSystem: true };
  const said = stderr?.trim().split('\n')[0];
  const code = error !== undefined && 'code' in error ? error.code : undefined;
  const isOfSystem = ['ENOENT', 'ENOEXEC', 'EACCES'].some((one) => one === code) || status === NOT_STARTED;
  return { why: error?.message ?? (said || `it ended with ${signal ?? status}`), isOfSystem };
}
