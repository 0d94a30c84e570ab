import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CollectionSummary, SearchAnswer } from '@tributary/contracts';
import { z } from 'zod';
import type { Corpus } from './corpora.ts';

const Collections = z.object({ collections: z.array(CollectionSummary) });

/** What an import of every corpus took: from the first command to the last document searchable. */
export interface ImportResult {
  readonly seconds: number;
  readonly chunks: number;
  readonly documents: number;
}

/** Imports all corpora by one command of the CLI, each into a collection of its folder's name. */
export async function importAll(url: string, corpora: readonly Corpus[]): Promise<ImportResult> {
  const startedAt = performance.now();
  const files = corpora.map(({ corpusPath }) => corpusPath);
  const child = spawn(process.execPath, ['dist/programs/cli.js', 'import', ...files, '--url', url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`The import ended with code ${child.exitCode?.toString() ?? 'none'}.`);
  const seconds = (performance.now() - startedAt) / 1000;
  const answer: unknown = await (await fetch(`${url}/api/collections`)).json();
  const { collections } = Collections.parse(answer);
  const sum = (count: (collection: CollectionSummary) => number) => collections.reduce((total, collection) => total + count(collection), 0);
  return { seconds, chunks: sum(({ chunks }) => chunks), documents: sum(({ documents }) => documents) };
}

/** Milliseconds of each query over all collections, one after another, through HTTP. @throws when a collection was not searched */
export async function searchAll(url: string, queries: readonly string[]): Promise<readonly number[]> {
  const times: number[] = [];
  for (const query of queries) {
    const startedAt = performance.now();
    const response = await fetch(`${url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, deadline_ms: 30_000 }),
    });
    const answer = SearchAnswer.parse(await response.json());
    times.push(performance.now() - startedAt);
    const missed = answer.coverage.find(({ status }) => status !== 'searched');
    if (missed) throw new Error(`${missed.collection} was not searched: ${missed.status} ${missed.reason ?? ''}`);
  }
  return times;
}
