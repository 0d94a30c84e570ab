import { PieceTrie, type TrieTables } from '../tokenizer/piece-trie.js';
import { broken, readModelFiles } from './model-files.js';
import type { ModelMemory } from './model-memory.js';

/** A model as it is computed with: typed arrays in memory that threads share. */
export interface ModelTables {
  readonly dimension: number;
  readonly rows: number;
  readonly scales: Float32Array;
  readonly values: Int8Array;
  readonly trie: TrieTables;
}

/** What a process has of a model: its tables, and the memory with a scan in which its matrix lies, where there is one. */
export interface LoadedModel {
  readonly tables: ModelTables;
  readonly memory: ModelMemory | undefined;
}

/** Reads the model synchronously, in about 30 ms. @throws `EMBEDDER.UNAVAILABLE` */
export function loadModel(folder: string): LoadedModel {
  const { header, scales, values, memory, vocabulary } = readModelFiles(folder);
  const trie = PieceTrie.tablesOf(vocabulary);
  const { rows, dimension } = header;
  if (trie.rows !== rows) throw broken(folder, `vocab.txt has ${trie.rows.toString()} pieces, the matrix ${rows.toString()} rows`);
  return { tables: { dimension, rows, scales, values, trie }, memory };
}
