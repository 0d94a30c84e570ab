import type { ReadGrammar } from '@tributary/chunking/syntax';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const MANY = '@repomix/tree-sitter-wasms/out/tree-sitter-';

/** Files of the packages that bring WebAssembly modules which the runtime loads. */
const FILES = {
  runtime: 'web-tree-sitter/web-tree-sitter.wasm',
  javascript: `${MANY}javascript.wasm`,
  typescript: `${MANY}typescript.wasm`,
  tsx: `${MANY}tsx.wasm`,
  python: `${MANY}python.wasm`,
} as const satisfies Readonly<Record<Parameters<ReadGrammar>[0], string>>;

const { resolve } = createRequire(import.meta.url);

/** Reads a grammar from where its package is installed. */
export const readGrammar: ReadGrammar = (name) => readFile(resolve(FILES[name]));
