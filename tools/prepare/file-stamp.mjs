// Cheap fingerprints of files: size and time of change, never their content.
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';

/** @returns {string | undefined} undefined when there is no such file */
export function stampOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.mtimeMs}:${stats.size}`;
}

/** @param {readonly string[]} paths */
export function stampOfAll(paths) {
  const hash = createHash('sha1');
  for (const path of paths) hash.update(`${path} ${stampOf(path)}\n`);
  return hash.digest('hex');
}

/** @returns {Record<string, any> | undefined} undefined when the file is missing or was cut off */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Writes all or nothing, so that a reader never meets half a file. */
export function writeJson(path, value) {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, JSON.stringify(value));
  renameSync(unfinished, path);
}
