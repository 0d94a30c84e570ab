// Which files of a package run, and where they go.
import { chmodSync, copyFileSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const NEVER_RUN = /\.(d\.[cm]?ts|[cm]?ts|tsx|map|tsbuildinfo|md|markdown|flow|c|cc|cpp|h|hpp|gyp|rs|go|py)$/i;
const LICENCE = /^(licen[cs]e|notice|copying)/i;
const FOLDERS_NEVER_RUN = new Set(['node_modules', '.github', 'test', 'tests', '__tests__']);
/** Beside them ours have `dist` and folders of data, such as a model. */
const FOLDERS_OF_SOURCES = new Set(['src', 'spec']);
/** `<system>/<processor>` or `<system>-<processor>` in paths of packages that bring the binaries of all of them. */
const OTHER_SYSTEMS = /(^|\/)(darwin|win32|linux)[/-](x64|arm64)(\/|$)/;
/** Of a package with the grammars of many languages, those that are taken from it. */
const GRAMMARS_TAKEN = { '@vscode/tree-sitter-wasm': /^tree-sitter-(bash|powershell)\.wasm$/ };

/**
 * Copies what runs of a package.
 * @param {{ directory: string, name: string, isOurs: boolean }} from
 * @param {string} to
 */
export function copyPackage({ directory, name, isOurs }, to) {
  const grammars = GRAMMARS_TAKEN[name];
  for (const file of filesOf(directory, directory, isOurs)) {
    if (grammars !== undefined && file.endsWith('.wasm') && !grammars.test(basename(file))) continue;
    const target = join(to, file);
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    copyFileSync(join(directory, file), target);
    chmodSync(target, lstatSync(join(directory, file)).mode & 0o111 ? 0o755 : 0o644);
  }
}

function filesOf(base, folder, isOurs) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    const place = relative(base, path);
    if (entry.isDirectory()) return isFolderTaken(entry.name, place, isOurs) ? filesOf(base, path, isOurs) : [];
    return entry.isFile() && isFileTaken(entry.name, isOurs) ? [place] : [];
  });
}

function isFolderTaken(name, place, isOurs) {
  if (FOLDERS_NEVER_RUN.has(name) || (isOurs && FOLDERS_OF_SOURCES.has(name))) return false;
  const [, , system, processor] = OTHER_SYSTEMS.exec(place) ?? [];
  return system === undefined || (system === process.platform && processor === process.arch);
}

function isFileTaken(name, isOurs) {
  if (LICENCE.test(name)) return true;
  return !NEVER_RUN.test(name) && !(isOurs && name.startsWith('tsconfig'));
}
