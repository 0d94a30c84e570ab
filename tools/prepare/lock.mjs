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
  // A user of a container may have a number alone.
  const user = process.getuid?.() ?? userInfo().username;
  const name = createHash('sha256').update(`${user} ${root}`).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `tributary-prepare-${name}.lock`);
  let hasSaid = false;
  while (!tryHold(path)) {
    const holders = holdersIn(path).filter(isAlive);
    if (!hasSaid && holders.length > 0) log(waitingFor(holders, path));
    hasSaid ||= holders.length > 0;
    await pause(200);
  }
  const remove = () => rmSync(path, { force: true });
  // Also where a signal ends the process in the middle of a step.
  process.once('exit', remove);
  const release = () => {
    process.off('exit', remove);
    remove();
  };
  return { share: (pid) => appendFileSync(path, ` ${pid}`), release };
}

// A number in a file that was left behind may be another program's by now, which nothing here can tell.
function waitingFor(holders, path) {
  return `Waiting for another process (${holders.join(', ')}) that installs or builds this clone … If that is another program, delete ${path}.`;
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
  const holders = holdersIn(path);
  // A holder that has just created the file may not have written its id yet.
  if (holders.some((pid) => pid > 0) && !holders.some(isAlive)) rmSync(path, { force: true });
}

/** @returns {number[]} ids of the processes that a lock names; none where it is gone */
function holdersIn(path) {
  try {
    return readFileSync(path, 'utf8').split(' ').map(Number);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return [];
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
