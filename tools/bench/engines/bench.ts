// The engines side by side, on the same data in one run: how fast each takes documents in and answers. The Qdrant measured here is whatever
// TRIBUTARY_TEST_QDRANT_COMMAND starts or TRIBUTARY_TEST_QDRANT_URL names; with the test stand-in its figures measure the adapter and the stand-in, not Qdrant.
import { randomUUID } from 'node:crypto';
import { ChromaEngine } from '@tributary/engines-chroma';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import type { DocumentWrite, Engine, NominateRequest } from '@tributary/engines-port';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { SideIndexedEngine } from '@tributary/engines-side-index';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { findChroma, findQdrant, startChromaServer, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { CHUNKS_PER_DOCUMENT, Corpus, card } from '../engine/corpus.js';
import { percentile, report, spread, type Figure } from '../figure.js';

const SEED = 7;
const COLLECTION = 'bench__g1';
const ROUNDS = 5;
const DOCUMENTS_PER_ROUND = 25;
const QUERIES_PER_ROUND = 20;
const IN_FLIGHT = 8;

/** What is measured, by kind of query. */
const QUERIES: readonly (readonly [string, (query: NominateRequest) => NominateRequest])[] = [
  ['semantic', (query) => ({ ...query, lanes: ['semantic'] })],
  ['keyword', (query) => ({ ...query, lanes: ['keyword'] })],
  ['hybrid', (query) => query],
  ['hybrid, filtered (1 in 7)', (query) => ({ ...query, filter: { must: [{ key: 'type', match: { value: 'code' } }] } })],
];

interface Candidate {
  readonly label: string;
  readonly engine: Engine;
  readonly rates: number[];
  readonly latencies: Map<string, number[][]>;
}

await using folder = await temporaryFolder();
const closing: (() => Promise<void>)[] = [];
const embedded = EmbeddedEngine.open({ name: 'main', folder: `${folder.path}/embedded` });
const candidates = [candidate('embedded', embedded), ...(await openQdrant()), ...(await openChroma(embedded))];
for (const { engine } of candidates) await engine.createCollection(COLLECTION, card);
for (let round = 0; round < ROUNDS; round++) {
  const corpus = new Corpus(SEED + round);
  const documents = Array.from({ length: DOCUMENTS_PER_ROUND }, () => renamed(corpus.document(COLLECTION), round));
  const queries = Array.from({ length: QUERIES_PER_ROUND }, () => corpus.query(COLLECTION));
  // Interleaved, and each round begins with another engine.
  for (let turn = 0; turn < candidates.length; turn++) {
    const one = candidates[(round + turn) % candidates.length];
    if (one === undefined) continue;
    one.rates.push(await ingestRate(one.engine, documents));
    for (const [kind, shape] of QUERIES) {
      const all = one.latencies.get(kind) ?? [];
      one.latencies.set(kind, [...all, await latencies(one.engine, queries.map(shape))]);
    }
  }
}
for (const { engine } of candidates.filter((one) => one.engine !== embedded)) await engine.close();
await embedded.close();
for (const close of closing) await close();
report(candidates.flatMap(figuresOf));

function candidate(label: string, engine: Engine): Candidate {
  return { label, engine, rates: [], latencies: new Map() };
}

async function openQdrant(): Promise<readonly Candidate[]> {
  const supply = findQdrant();
  if (supply.kind === 'none') {
    console.error(`Qdrant is left out: ${supply.reason}`);
    return [];
  }
  const server = supply.kind === 'program' ? await startQdrantServer(supply.command) : undefined;
  if (server) closing.push(() => server.remove());
  const url = server?.url ?? (supply.kind === 'url' ? supply.url : '');
  const label = server === undefined ? 'Qdrant' : 'Qdrant stand-in (says nothing of Qdrant’s speed)';
  const settings = { url, instance: `bench-${randomUUID().slice(0, 8)}` };
  return [candidate(label, QdrantEngine.open({ name: 'qdrant', settings }))];
}

async function openChroma(primary: Engine): Promise<readonly Candidate[]> {
  const supply = findChroma();
  if (supply.kind === 'none') {
    console.error(`Chroma is left out: ${supply.reason}`);
    return [];
  }
  const server = supply.kind === 'program' ? await startChromaServer(supply.command) : undefined;
  if (server) closing.push(() => server.remove());
  const url = server?.url ?? (supply.kind === 'url' ? supply.url : '');
  const chroma = await ChromaEngine.open({ name: 'chroma', settings: { url } });
  return [candidate('Chroma + side index', new SideIndexedEngine({ engine: chroma, primary, common: new StaticEmbeddingProvider() }))];
}

/** Documents of different rounds do not replace each other. */
function renamed(document: DocumentWrite, round: number): DocumentWrite {
  const mark = round.toString(16).padStart(2, '0');
  const docId = `${document.docId.slice(0, -2)}${mark}`;
  const points = document.points.map((point) => ({
    ...point,
    id: `${point.id.slice(0, -2)}${mark}`,
    payload: { ...point.payload, doc_id: docId, original_id: `${point.payload.original_id}-${mark}` },
  }));
  return { ...document, docId, key: `${document.key}-${mark}`, points };
}

/** @returns points made durable a second */
async function ingestRate(engine: Engine, documents: readonly DocumentWrite[]): Promise<number> {
  const queue = documents.values();
  const startedAt = performance.now();
  const write = async (): Promise<void> => {
    for (const document of queue) await engine.writeDocument(document);
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, write));
  return (documents.length * CHUNKS_PER_DOCUMENT * 1000) / (performance.now() - startedAt);
}

/** One after the other; the first, which may load what was written, is not counted. @returns ms of each */
async function latencies(engine: Engine, queries: readonly NominateRequest[]): Promise<number[]> {
  const times: number[] = [];
  for (const [i, query] of queries.entries()) {
    const startedAt = performance.now();
    await engine.nominate(query);
    if (i > 0) times.push(performance.now() - startedAt);
  }
  return times;
}

function figuresOf({ label, rates, latencies: byKind }: Candidate): readonly Figure[] {
  const points = (ROUNDS * DOCUMENTS_PER_ROUND * CHUNKS_PER_DOCUMENT).toLocaleString('en');
  const searches = [...byKind].flatMap(([kind, rounds]): readonly Figure[] => [
    { what: `${label}: ${kind}, up to ${points} points, p50`, unit: 'ms', ours: spread(rounds.map((times) => percentile(times, 0.5))) },
    { what: `${label}: ${kind}, p95`, unit: 'ms', ours: spread(rounds.map((times) => percentile(times, 0.95))) },
    { what: `${label}: ${kind}, one caller`, unit: 'searches/s', ours: spread(rounds.map((times) => 1000 / mean(times))) },
  ]);
  return [
    { what: `${label}: points written, ${IN_FLIGHT.toString()} documents in flight`, unit: 'points/s', ours: spread(rates) },
    ...searches,
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
