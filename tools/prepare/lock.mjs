// One process at a time installs and builds a clone; several clients may start `tributary mcp` in the same second.
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits until no other living process holds the lock.
 * @param {string} root
 * @param {(line: string) => void} log
 * @returns {Promise<{ share: (pid: number) => void, release: () => void }>} `share` lets a child process hold the lock too: it may outlive a parent that was killed
 */
export async function holdLock(root, log) {
  // Outside the clone: `npm ci` empties node_modules, and the data folder may lie elsewhere.
  const name = createHash('sha256').update(`${userInfo().username} ${root}`).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `tributary-prepare-${name}.lock`);
  let hasSaid = false;
  while (!tryHold(path)) {
    if (!hasSaid) log('Waiting for another process that installs or builds this clone …');
    hasSaid = true;
    await pause(200);
  }
  return { share: (pid) => appendFileSync(path, ` ${pid}`), release: () => rmSync(path, { force: true }) };
}

function tryHold(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    removeIfAbandoned(path);
    return false;
  }
}

function removeIfAbandoned(path) {
  try {
    const holders = readFileSync(path, 'utf8').split(' ').map(Number);
    // A holder that has just created the file may not have written its id yet.
    if (holders.some((pid) => pid > 0) && !holders.some(isAlive)) rmSync(path, { force: true });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function isAlive(pid) {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
