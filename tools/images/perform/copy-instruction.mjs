// COPY, of the build's context or of an earlier stage.
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import ignore from 'ignore';
import { runOrThrow } from './run-or-throw.mjs';

/**
 * What a `.dockerignore` leaves of a folder.
 * @param {string} root
 * @returns {(path: string) => boolean} whether a path below it is sent to the builder
 */
export function contextFilter(root) {
  const file = join(root, '.dockerignore');
  const rules = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const lists = ignore().add(rules.filter((rule) => rule !== '' && !rule.startsWith('#')).map(anchored));
  return (path) => {
    const place = relative(root, path);
    return place === '' || !lists.ignores(place);
  };
}

/** Where a .gitignore finds a name in every folder, a .dockerignore finds it in the first one only. */
function anchored(rule) {
  const [, not, pattern] = /^(!?)(.*)$/.exec(rule) ?? [];
  return pattern?.startsWith('**/') ? rule : `${not}/${pattern}`;
}

/**
 * @param {import('../dockerfile/parse-dockerfile.mjs').Instruction} instruction with its arguments put in
 * @param {{ from: string, to: string, workdir: string, isTaken: (path: string) => boolean }} places the root read from and the root written to
 */
export function copy({ text, flags }, { from, to, workdir, isTaken }) {
  const words = text.split(/\s+/);
  const target = words.pop() ?? '.';
  const place = join(to, resolve(workdir, target));
  const isFolder = words.length > 1 || target.endsWith('/') || target === '.' || (existsSync(place) && lstatSync(place).isDirectory());
  for (const word of words) copyOne(join(from, word), { place, isFolder, isTaken });
  const [owner] = flags['chown'] ?? [];
  if (owner !== undefined) runOrThrow('chown', ['--recursive', owner, place]);
}

/** The content of a folder is copied, not the folder. */
function copyOne(source, { place, isFolder, isTaken }) {
  if (!lstatSync(source).isDirectory()) {
    mkdirSync(isFolder ? place : dirname(place), { recursive: true });
    cpSync(source, isFolder ? join(place, basename(source)) : place);
    return;
  }
  mkdirSync(place, { recursive: true });
  for (const name of readdirSync(source).filter((entry) => isTaken(join(source, entry)))) {
    const options = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, force: true, filter: isTaken };
    cpSync(join(source, name), join(place, name), options);
  }
}
