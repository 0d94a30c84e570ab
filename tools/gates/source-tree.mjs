// The files of a workspace as the gates look at them.
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isForeignFolder, isTestFile } from '../lint/where.mjs';

/**
 * @typedef {object} SourceFile
 * @property {string} path relative to the root, with `/`
 * @property {string} text
 * @property {string[]} lines
 * @property {boolean} isTest compiled with the tests
 * @property {ts.SourceFile} syntax
 *
 * @typedef {object} Tree
 * @property {string} root
 * @property {string[]} paths every file, also those that are not code
 * @property {SourceFile[]} sources TypeScript and JavaScript
 *
 * @typedef {object} Verdict
 * @property {string[]} measured lines to print
 * @property {string[]} violations lines that say where and what
 */

const CODE = /\.(ts|tsx|mts|mjs)$/;
const LARGEST_TEXT_BYTES = 1_000_000;

/** @param {string} root @returns {Tree} */
export function readTree(root) {
  const paths = pathsBelow(root, '');
  return { root, paths, sources: paths.filter((path) => CODE.test(path) && !path.endsWith('.d.ts')).map((path) => readSource(root, path)) };
}

/** The text of any file, or nothing when it is large or not text. */
export function readText({ root }, path) {
  if (statSync(join(root, path)).size > LARGEST_TEXT_BYTES) return undefined;
  const text = readFileSync(join(root, path), 'utf8');
  return text.includes('\0') ? undefined : text;
}

function readSource(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const kind = path.endsWith('.mjs') ? ts.ScriptKind.JS : path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const syntax = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  return { path, text, lines: text.replace(/\n$/, '').split('\n'), isTest: isTestFile(path), syntax };
}

function pathsBelow(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return isForeignFolder(entry.name) ? [] : pathsBelow(root, path);
      return entry.isFile() ? [path] : [];
    });
}

/** Calls `visit` for every node below `node`, parents first. */
export function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** `path:line` of a node, lines from 1. */
export function placeOf(source, node) {
  return `${source.path}:${source.syntax.getLineAndCharacterOfPosition(node.getStart(source.syntax)).line + 1}`;
}

/** The value at a share of sorted numbers, nearest rank; 0 for none. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
