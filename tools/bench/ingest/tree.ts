// A tree of real files that every checkout can make: sources, declarations and documentation of the packages installed with this repository.
import { copyFileSync, mkdirSync, readFileSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const KIND = /\.(?:[cm]?[jt]sx?|md|json|ya?ml|css|html|py|sh)$/;
const GENERATED = /[.-]min\.|\.bundle\.|(?:^|\/)package-lock\.json$|\.map$/;
const SMALLEST = 200;
const LARGEST = 60_000;
/** Made by machines for machines. */
const LONGEST_LINE = 1_000;
/** Names that a folder source leaves out. */
const LEFT_OUT = /^(?:node_modules|dist|build|out|target|coverage|vendor|\..*)$/;
/** Long enough ago to be trusted as a time of change. */
const CHANGED_AT = new Date('2026-01-01T00:00:00Z');

export interface Tree {
  readonly files: number;
  readonly bytes: number;
  /** Relative, in the order of their names. */
  readonly paths: readonly string[];
}

/** Copies so many files, spread evenly over all that are installed. @throws when fewer are installed */
export function gatherTree(root: string, target: string, wanted: number): Tree {
  const folder = join(root, 'node_modules');
  const suitable = pathsIn(folder);
  const paths: string[] = [];
  let bytes = 0;
  for (const path of evenly(suitable, wanted)) {
    if (paths.length === wanted) break;
    const source = join(folder, path);
    const { size } = statSync(source);
    if (size < SMALLEST || size > LARGEST || !isWritten(source)) continue;
    const name = path.split('/').map(kept).join('/');
    mkdirSync(dirname(join(target, name)), { recursive: true });
    copyFileSync(source, join(target, name));
    utimesSync(join(target, name), CHANGED_AT, CHANGED_AT);
    paths.push(name);
    bytes += size;
  }
  if (paths.length < wanted) throw new Error(`Only ${paths.length.toString()} files of a suitable kind are installed.`);
  return { files: paths.length, bytes, paths: paths.sort() };
}

function pathsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && KIND.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('@tributary') && !path.startsWith('.') && !GENERATED.test(path))
    .sort();
}

/** All of them, first those at even distances, so that a few are taken from everywhere. */
function evenly(paths: readonly string[], wanted: number): readonly string[] {
  const step = Math.max(1, Math.floor(paths.length / wanted));
  const taken: string[] = [];
  for (let first = 0; first < step; first++) for (let at = first; at < paths.length; at += step) taken.push(paths[at] ?? '');
  return taken;
}

function isWritten(path: string): boolean {
  const text = readFileSync(path, 'utf8');
  return !text.includes('\0') && text.split('\n').every((line) => line.length <= LONGEST_LINE);
}

function kept(name: string): string {
  return LEFT_OUT.test(name) ? `in-${name.replace(/^\./, '')}` : name;
}
