import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Query = z.object({ _id: z.string(), text: z.string() });

/** A BEIR folder: `corpus.jsonl`, `queries.jsonl`. */
export interface Corpus {
  readonly name: string;
  readonly corpusPath: string;
  readonly queries: readonly string[];
}

/** The evaluation sets below a folder, by name. */
export async function readCorpora(folder: string): Promise<readonly Corpus[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(names.toSorted().map((name) => readCorpus(folder, name)));
}

/** Every set's queries in turn, until there are as many as wanted. */
export function interleaveQueries(corpora: readonly Corpus[], wanted: number): readonly string[] {
  const queries: string[] = [];
  for (let round = 0; queries.length < wanted; round++) {
    const next = corpora.flatMap((corpus) => corpus.queries.slice(round, round + 1));
    if (next.length === 0) break;
    queries.push(...next);
  }
  return queries.slice(0, wanted);
}

async function readCorpus(folder: string, name: string): Promise<Corpus> {
  const lines = (await readFile(join(folder, name, 'queries.jsonl'), 'utf8')).split('\n').filter((line) => line !== '');
  const queries = lines.map((line) => Query.parse(JSON.parse(line)).text);
  return { name, corpusPath: join(folder, name, 'corpus.jsonl'), queries };
}
