import { SearchAnswer } from '@tributary/contracts';
import { percentile } from '../figure.ts';
import { startStandalone } from '../end-to-end/servers.ts';
import { ONE, PARTS } from './places.ts';

const ROUNDS = 5;
const QUERIES = 60;
const DEADLINE_MS = 30_000;
const TELLING_SEARCHES = 1_000;
const SEARCHES_OF_MANY = 600;

/** Milliseconds by round, and what the server took. */
export interface Served {
  readonly readyMs: number;
  readonly firstMs: number;
  readonly one: readonly number[];
  readonly oneBy16: readonly number[];
  readonly parts: readonly number[];
  readonly residentMb: number;
}

/** Of one large collection. */
export interface ServedMany {
  /** Milliseconds of each search but the first. */
  readonly times: readonly number[];
  readonly residentMb: number;
}

/** With a reranker: p95 of each round, and the share of the searches whose head it read in part only, or not at all. */
export interface Reranked {
  readonly p95: readonly number[];
  readonly unfinished: number;
}

/** Asks the built standalone server over HTTP. @returns p95 of each round */
export async function serve(folder: string, queries: readonly string[]): Promise<Served> {
  const server = await startStandalone(folder);
  const asker = new HttpAsker(server.url, queries);
  try {
    const firstMs = await asker.ask(PARTS, { isFirst: true });
    const one = await rounds(asker, [ONE]);
    const oneBy16 = await rounds(asker, [ONE], { clients: 16 });
    const parts = await rounds(asker, PARTS);
    while (asker.asked < TELLING_SEARCHES) await asker.ask([ONE]);
    return { readyMs: server.readyMs, firstMs, one, oneBy16, parts, residentMb: await server.residentMb() };
  } finally {
    await server.stop();
  }
}

/** The same with the head of each list reranked by the embedding model in a folder, which runs within the server and reads every passage anew. */
export async function serveReranked(folder: string, queries: readonly string[], model: string): Promise<Reranked> {
  const server = await startStandalone(folder, {
    TRIBUTARY_MODELS: JSON.stringify({ reader: { type: 'transformers', path: model } }),
    TRIBUTARY_EMBEDDING_CACHE__STORE: 'off',
    TRIBUTARY_RERANKERS: JSON.stringify({ reader: { type: 'model', model: 'reader' } }),
  });
  const asker = new HttpAsker(server.url, queries);
  try {
    await asker.ask([ONE], { isFirst: true });
    const p95 = await rounds(asker, [ONE], { rerank: true });
    return { p95, unfinished: asker.unfinished / asker.asked };
  } finally {
    await server.stop();
  }
}

/** Asks the built standalone server for one large collection and nothing else. */
export async function serveMany(folder: string, queries: readonly string[]): Promise<ServedMany> {
  const server = await startStandalone(folder);
  const asker = new HttpAsker(server.url, queries);
  try {
    await asker.ask([ONE], { isFirst: true });
    const times: number[] = [];
    while (times.length < SEARCHES_OF_MANY) times.push(await asker.ask([ONE]));
    return { times, residentMb: await server.residentMb() };
  } finally {
    await server.stop();
  }
}

class HttpAsker {
  readonly #url: string;
  readonly #queries: readonly string[];
  asked = 0;
  /** Searches whose head was not scored to the last document. */
  unfinished = 0;

  constructor(url: string, queries: readonly string[]) {
    this.#url = url;
    this.#queries = queries;
  }

  /** @returns milliseconds */
  async ask(collections: readonly string[], { isFirst = false, rerank = false } = {}): Promise<number> {
    const query = this.#queries[this.asked++ % this.#queries.length] ?? '';
    const startedAt = performance.now();
    const response = await fetch(`${this.#url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, collections, rerank, deadline_ms: DEADLINE_MS }),
    });
    const text = await response.text();
    const ms = performance.now() - startedAt;
    const { coverage, reranked } = SearchAnswer.parse(JSON.parse(text));
    const missed = coverage.find(({ status }) => status !== 'searched');
    // The first search reads the collections; on a busy machine some come too late for it.
    if (missed && !isFirst) throw new Error(`${missed.collection} was not searched: ${missed.reason ?? missed.status}`);
    if (reranked && reranked.scored < reranked.documents) this.unfinished++;
    return ms;
  }
}

/** One round to warm up, then the p95 of each. */
async function rounds(asker: HttpAsker, collections: readonly string[], { clients = 1, rerank = false } = {}): Promise<readonly number[]> {
  const round = async (): Promise<number> => {
    const times: number[] = [];
    const client = async (): Promise<void> => {
      while (times.length < QUERIES) times.push(await asker.ask(collections, { rerank }));
    };
    await Promise.all(Array.from({ length: clients }, client));
    return percentile(times, 0.95);
  };
  await round();
  const values: number[] = [];
  while (values.length < ROUNDS) values.push(await round());
  return values;
}
