import { SearchAnswer, type Filter } from '@tributary/contracts';
import { percentile } from '../figure.ts';
import { startStandalone } from '../end-to-end/servers.ts';
import { ONE, PARTS } from './places.ts';
import { measure, type Measured } from './stretch.ts';

const ROUNDS = 5;
const QUERIES = 60;
const DEADLINE_MS = 30_000;
const TELLING_SEARCHES = 1_000;
const SEARCHES_OF_MANY = 600;

/** Of each contender of a round. */
const STRETCH_MS = 2_000;
/** Clients at once. */
const CLIENTS = [1, 16] as const;
const HALF = { must: [{ key: 'tags', match: { value: 'half' } }] };

/** What the server took, and by how many clients asked at once how long `one` collection, its `half` by a filter and sixteen `parts` took, by turns. */
export interface Served {
  readonly readyMs: number;
  readonly firstMs: number;
  readonly asked: readonly { readonly clients: number; readonly measured: readonly Measured[] }[];
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

/** Asks the built standalone server over HTTP. */
export async function serve(folder: string, queries: readonly string[]): Promise<Served> {
  const server = await startStandalone(folder);
  const asker = new HttpAsker(server.url, queries);
  try {
    const firstMs = await asker.ask(PARTS, { isFirst: true });
    while (asker.asked < TELLING_SEARCHES) await asker.ask(asker.asked % 2 === 0 ? [ONE] : PARTS);
    const residentMb = await server.residentMb();
    const answers: string[] = [];
    const asking = (collections: readonly string[], how: Asking = {}) => {
      return async (query: string) => answers.push(await asker.answer(query, collections, how));
    };
    const contenders = [
      { name: 'one', ask: asking([ONE]) },
      { name: 'half', ask: asking([ONE], { filter: HALF }) },
      { name: 'parts', ask: asking(PARTS) },
    ];
    const asked: Served['asked'][number][] = [];
    for (const clients of CLIENTS) {
      const name = `${clients.toString()} clients`;
      asked.push({ clients, measured: await measure({ name, contenders, clients, ms: STRETCH_MS }, queries) });
    }
    // Not while the time is taken.
    for (const answer of answers) asker.check(answer);
    return { readyMs: server.readyMs, firstMs, asked, residentMb };
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

interface Asking {
  /** The first search reads the collections; on a busy machine some come too late for it. */
  readonly isFirst?: boolean;
  readonly rerank?: boolean;
  readonly filter?: Filter;
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

  /** Asks the next query. @returns milliseconds */
  async ask(collections: readonly string[], how: Asking = {}): Promise<number> {
    const query = this.#queries[this.asked++ % this.#queries.length] ?? '';
    const startedAt = performance.now();
    const answer = await this.answer(query, collections, how);
    const ms = performance.now() - startedAt;
    this.check(answer, how);
    return ms;
  }

  /** @returns as it came */
  async answer(query: string, collections: readonly string[], { rerank = false, filter }: Asking): Promise<string> {
    const response = await fetch(`${this.#url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, collections, rerank, filter, deadline_ms: DEADLINE_MS }),
    });
    return response.text();
  }

  /** @throws where a collection was not searched */
  check(answer: string, { isFirst = false }: Asking = {}): void {
    const { coverage, reranked } = SearchAnswer.parse(JSON.parse(answer));
    const missed = coverage.find(({ status }) => status !== 'searched');
    if (missed && !isFirst) throw new Error(`${missed.collection} was not searched: ${missed.reason ?? missed.status}`);
    if (reranked && reranked.scored < reranked.documents) this.unfinished++;
  }
}

/** One round to warm up, then the p95 of each. */
async function rounds(asker: HttpAsker, collections: readonly string[], how: Asking): Promise<readonly number[]> {
  const round = async (): Promise<number> => {
    const times: number[] = [];
    while (times.length < QUERIES) times.push(await asker.ask(collections, how));
    return percentile(times, 0.95);
  };
  await round();
  const values: number[] = [];
  while (values.length < ROUNDS) values.push(await round());
  return values;
}
