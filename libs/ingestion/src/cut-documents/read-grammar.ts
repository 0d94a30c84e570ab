import { GRAMMAR_FILES, type ReadGrammar } from '@tributary/chunking/syntax';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** Reads a grammar from where its package is installed. */
export const readGrammar: ReadGrammar = (name) => readFile(resolve(GRAMMAR_FILES[name]));
