import { SearchAnswer } from '@tributary/contracts';
import { percentile } from '../figure.ts';
import { startStandalone } from '../end-to-end/servers.ts';
import { ONE, PARTS } from './build.ts';

const ROUNDS = 5;
const QUERIES = 60;
const DEADLINE_MS = 30_000;
const TELLING_SEARCHES = 1_000;

/** Milliseconds by round, and what the server took. */
export interface Served {
  readonly readyMs: number;
  readonly firstMs: number;
  readonly one: readonly number[];
  readonly oneBy16: readonly number[];
  readonly parts: readonly number[];
  readonly residentMb: number;
}

/** Asks the built standalone server over HTTP. @returns p95 of each round */
export async function serve(folder: string, queries: readonly string[]): Promise<Served> {
  const server = await startStandalone(folder);
  let next = 0;
  let asked = 0;
  const ask = async (collections: readonly string[], isFirst = false): Promise<number> => {
    const query = queries[next++ % queries.length] ?? '';
    const startedAt = performance.now();
    const response = await fetch(`${server.url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, collections, deadline_ms: DEADLINE_MS }),
    });
    const text = await response.text();
    const ms = performance.now() - startedAt;
    asked++;
    const missed = SearchAnswer.parse(JSON.parse(text)).coverage.find(({ status }) => status !== 'searched');
    // The first search reads the collections; on a busy machine some come too late for it.
    if (missed && !isFirst) throw new Error(`${missed.collection} was not searched: ${missed.reason ?? missed.status}`);
    return ms;
  };
  const round = async (collections: readonly string[], clients: number): Promise<number> => {
    const times: number[] = [];
    const client = async (): Promise<void> => {
      while (times.length < QUERIES) times.push(await ask(collections));
    };
    await Promise.all(Array.from({ length: clients }, client));
    return percentile(times, 0.95);
  };
  const rounds = async (collections: readonly string[], clients: number): Promise<readonly number[]> => {
    await round(collections, clients);
    const values: number[] = [];
    while (values.length < ROUNDS) values.push(await round(collections, clients));
    return values;
  };
  try {
    const firstMs = await ask(PARTS, true);
    const one = await rounds([ONE], 1);
    const oneBy16 = await rounds([ONE], 16);
    const parts = await rounds(PARTS, 1);
    while (asked < TELLING_SEARCHES) await ask([ONE]);
    return { readyMs: server.readyMs, firstMs, one, oneBy16, parts, residentMb: await server.residentMb() };
  } finally {
    await server.stop();
  }
}
