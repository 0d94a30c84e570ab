// The four services with so many embedders on a data folder of their own, and how fast they index what is handed in.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CollectionSummary } from '@tributary/contracts';
import { embeddedText } from '@tributary/embedding-port';
import { z } from 'zod';
import { startServices } from '../end-to-end/servers.ts';

/** More than the jobs one embedder takes at once, so that each of them has loaded its model. */
const WARM_AN_EMBEDDER = 100;
/** Without a title the beginning of the text would be one, and be embedded with it. */
const TITLE = 'entry';
const POLL_MS = 20;
const LIMIT_MS = 600_000;
const ServerFile = z.object({ token: z.string() });

interface Load {
  readonly embedders: number;
  /** A setting as in `models`. */
  readonly model: object;
  readonly texts: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Documents a second, each of one passage, from the moment the first is accepted until the last is searchable; some go before, to load the model. */
export async function rateOfServices({ embedders, model, texts, env = {} }: Load): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  const settings = {
    TRIBUTARY_MODELS: JSON.stringify({ measured: model }),
    TRIBUTARY_DEFAULT_MODEL: 'measured',
    TRIBUTARY_EMBEDDING_CACHE__STORE: 'off',
    ...env,
  };
  const server = await startServices(folder, embedders, settings);
  try {
    const token = await tokenIn(folder);
    const client = { url: server.url, token };
    const warm = texts.slice(0, WARM_AN_EMBEDDER * embedders);
    await hand(client, 'warm', warm);
    await until(client, 'warm', warm.length);
    const start = performance.now();
    await hand(client, 'measured', texts);
    await until(client, 'measured', texts.length);
    const rate = (texts.length / (performance.now() - start)) * 1000;
    const { chunks } = await summaryOf(client, 'measured');
    // Else the model would have had more to do than the caller counts.
    if (chunks !== texts.length)
      throw new Error(`${texts.length.toString()} texts were cut into ${chunks.toString()} passages: give shorter ones.`);
    return rate;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function tokenIn(folder: string): Promise<string> {
  return ServerFile.parse(JSON.parse(await readFile(join(folder, 'server.json'), 'utf8'))).token;
}

interface Client {
  readonly url: string;
  readonly token: string;
}

async function hand({ url, token }: Client, collection: string, texts: readonly string[]): Promise<void> {
  const lines = texts.map((text, n) =>
    JSON.stringify({ v: 1, collection, id: n.toString(), title: TITLE, content: contentOf(collection, n, text) }),
  );
  const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/documents`, { method: 'POST', headers, body: lines.join('\n') });
  if (!response.ok) throw new Error(`The documents were refused with ${response.status.toString()}: ${await response.text()}`);
  await response.text();
}

/** No two documents are alike. */
function contentOf(collection: string, n: number, text: string): string {
  return `${collection} ${n.toString()}: ${text}`;
}

/** What an embedder gives its model for a text: with what the product puts in front. */
export function asEmbedded(text: string, n: number): string {
  return embeddedText(TITLE, contentOf('measured', n, text));
}

async function until(client: Client, collection: string, documents: number): Promise<void> {
  const endsAt = performance.now() + LIMIT_MS;
  while (performance.now() < endsAt) {
    if ((await summaryOf(client, collection)).documents >= documents) return;
    await pause(POLL_MS);
  }
  throw new Error(`Not all of ${documents.toString()} documents were searchable after ten minutes.`);
}

/** Nothing where the collection is not there yet. */
async function summaryOf({ url, token }: Client, collection: string): Promise<Pick<CollectionSummary, 'documents' | 'chunks'>> {
  const response = await fetch(`${url}/api/collections/${collection}`, { headers: { authorization: `Bearer ${token}` } });
  return response.ok ? CollectionSummary.parse(await response.json()) : { documents: 0, chunks: 0 };
}
