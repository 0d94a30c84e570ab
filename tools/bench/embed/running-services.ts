// The four services with so many embedders on a data folder of their own, and how fast they index what is handed in.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CollectionSummary } from '@tributary/contracts';
import { readServer } from '@tributary/testing';
import { startServices } from '../end-to-end/servers.ts';
import { passagesOf, type HandedIn } from './documents.ts';

/** More than the jobs one embedder takes at once, so that each of them has loaded its model. */
const WARM_AN_EMBEDDER = 100;
/** Looking takes time of the processors that are measured: fifty times a second made the services slower by a fifth. */
const POLL_MS = 1_000;
/** How late the end may be noticed. */
const LEAST_POLL_MS = 10;
const LIMIT_MS = 600_000;

interface Load {
  readonly embedders: number;
  /** A setting as in `models`. */
  readonly model: object;
  readonly documents: readonly HandedIn[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Passages a second, from the moment the first document is accepted until the last is searchable; some go before, to load the model. */
export async function rateOfServices({ embedders, model, documents, env = {} }: Load): Promise<number> {
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
    const warm = documents.slice(0, WARM_AN_EMBEDDER * embedders);
    await hand(client, 'warm', warm);
    await until(client, 'warm', warm.length);
    const start = performance.now();
    await hand(client, 'measured', documents);
    await until(client, 'measured', documents.length);
    const seconds = (performance.now() - start) / 1000;
    const { chunks } = await summaryOf(client, 'measured');
    const expected = passagesOf(documents).length;
    // Else the model would have had other work than the caller counts.
    if (chunks !== expected)
      throw new Error(`${documents.length.toString()} documents became ${chunks.toString()} passages, not ${expected.toString()}.`);
    return chunks / seconds;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function tokenIn(folder: string): Promise<string> {
  return (await readServer(folder)).token;
}

interface Client {
  readonly url: string;
  readonly token: string;
}

async function hand({ url, token }: Client, collection: string, documents: readonly HandedIn[]): Promise<void> {
  const lines = documents.map((document, n) => JSON.stringify({ v: 1, collection, id: n.toString(), type: 'doc', ...document }));
  const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/documents`, { method: 'POST', headers, body: lines.join('\n') });
  if (!response.ok) throw new Error(`The documents were refused with ${response.status.toString()}: ${await response.text()}`);
  await response.text();
}

async function until(client: Client, collection: string, documents: number): Promise<void> {
  const startedAt = performance.now();
  for (let elapsed = 0; elapsed < LIMIT_MS; elapsed = performance.now() - startedAt) {
    const { documents: done } = await summaryOf(client, collection);
    if (done >= documents) return;
    // Half of the time that is left at this speed: often where the end is near, and only there.
    const halfMs = done === 0 ? POLL_MS : (elapsed * (documents / done - 1)) / 2;
    await pause(Math.min(POLL_MS, Math.max(LEAST_POLL_MS, halfMs)));
  }
  throw new Error(`Not all of ${documents.toString()} documents were searchable after ten minutes.`);
}

/** Nothing where the collection is not there yet. */
async function summaryOf({ url, token }: Client, collection: string): Promise<Pick<CollectionSummary, 'documents' | 'chunks'>> {
  const response = await fetch(`${url}/api/collections/${collection}`, { headers: { authorization: `Bearer ${token}` } });
  return response.ok ? CollectionSummary.parse(await response.json()) : { documents: 0, chunks: 0 };
}
