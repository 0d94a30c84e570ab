// What a catalog of many people costs each search of one of them: a person who may read three collections of ten notes each asks for them by name and by
// `*`, while the catalog holds more and more collections of others. Search and catalog in this process, as the gateway of a standalone server has them; the
// engines are the primary ones. With the test stand-in the figures of Qdrant measure the adapter and the stand-in, not Qdrant.
import { randomUUID } from 'node:crypto';
import { Card, SearchRequest, type Principal } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { Catalog, Engines, physicalName, type Engine } from '@tributary/engines-port';
import { openAdopted } from '@tributary/engines-side-index';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { Search } from '@tributary/federation';
import { LocalQueues } from '@tributary/messaging-local';
import { findQdrant, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { Corpus } from '../engine/corpus.ts';
import { percentile, report, spread, type Figure } from '../figure.ts';

const OTHERS = [0, 1000, 5000];
const OWN = ['own-1', 'own-2', 'own-3'];
const DOCUMENTS = 10;
const ROUNDS = 5;
const SEARCHES_PER_ROUND = 10;
const SEED = 7;
/** Rows written at once. */
const ROWS = 250;
const MOST_MORE_MS = 10;

const PERSON: Principal = {
  subject: 'person',
  user_id: 'person',
  groups: [],
  scopes: ['search:read'],
  collections: ['*'],
  unrestricted: false,
};
const WAYS = [
  { way: 'by name', collections: OWN },
  { way: 'by *', collections: ['*'] },
];

const DESCRIPTION = 'Notes of a person about work, home and everything between.';

interface Registry {
  readonly catalog: Catalog;
  readonly engine: Engine;
  readonly card: Card;
}

interface Subject {
  readonly label: string;
  readonly engine: Engine;
  /** The speed of the stand-in of a server is nobody's target. */
  readonly isMeasured: boolean;
}

await using folder = await temporaryFolder();
const qdrant = await openQdrant();
const subjects: readonly Subject[] = [
  { label: 'embedded', engine: EmbeddedEngine.open({ name: 'main', folder: folder.path }), isMeasured: true },
  ...(qdrant === undefined ? [] : [qdrant]),
];
const figures: Figure[] = [];
for (const subject of subjects) figures.push(...(await measure(subject)));
for (const { engine } of subjects) await engine.close();
await qdrant?.remove();
report(figures);

async function openQdrant(): Promise<(Subject & { readonly remove: () => Promise<void> }) | undefined> {
  const supply = findQdrant();
  if (supply.kind === 'none') {
    console.error(`Qdrant is left out: ${supply.reason}`);
    return undefined;
  }
  const server = supply.kind === 'program' ? await startQdrantServer(supply.command) : undefined;
  const url = server?.url ?? (supply.kind === 'url' ? supply.url : '');
  const engine = QdrantEngine.open({ name: 'qdrant', settings: { url, instance: `bench-${randomUUID().slice(0, 8)}` } });
  const label = server === undefined ? 'Qdrant' : 'Qdrant stand-in (says nothing of Qdrant’s speed)';
  return { label, engine, isMeasured: server === undefined, remove: () => server?.remove() ?? Promise.resolve() };
}

async function measure({ label, engine, isMeasured }: Subject): Promise<readonly Figure[]> {
  const common = new StaticEmbeddingProvider();
  const card = Card.parse({ model: await common.describe(), description: DESCRIPTION, created_at: '2026-01-01T00:00:00Z' });
  const queues = LocalQueues.open({ memory: true });
  const catalog = new Catalog(engine.records);
  const engines = new Engines(engine, []);
  const search = new Search({
    catalog,
    engines,
    queues,
    common,
    clock: { now: () => Date.now() },
    openAdopted: (record) => openAdopted({ engine: engines.get(record.engine), primary: engine, record, common }),
    found: { beside: () => Promise.resolve({ records: [], unreadable: [] }) },
  });
  const corpus = new Corpus(SEED);
  for (const name of OWN) {
    await engine.createCollection(physicalName(name, 1), card);
    await register({ catalog, engine, card }, [name], 'person');
    for (let n = 0; n < DOCUMENTS; n++) await engine.writeDocument(corpus.document(physicalName(name, 1)));
  }
  const times = new Map<string, number[][]>();
  let there = 0;
  for (const others of OTHERS) {
    const names = Array.from({ length: others - there }, (_, n) => `others-${(there + n).toString()}`);
    for (let at = 0; at < names.length; at += ROWS) await register({ catalog, engine, card }, names.slice(at, at + ROWS), 'other');
    there = others;
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { way, collections } of WAYS) {
        const taken = await searchTimes(search, { collections, corpus });
        // The first round reads what a process reads once.
        if (round > 0) times.set(`${way} ${others.toString()}`, [...(times.get(`${way} ${others.toString()}`) ?? []), taken]);
      }
    }
  }
  await queues.close();
  await common.close();
  return WAYS.flatMap(({ way }) => OTHERS.map((others) => figureOf({ label, way, others, isMeasured }, times)));
}

async function register({ catalog, engine, card }: Registry, names: readonly string[], user: string): Promise<void> {
  const decide = (name: string) => () => ({ set: { name, engine: engine.name, generation: 1, card, users: [user] } });
  await catalog.collections.changeMany(names.map((name) => ({ key: name, decide: decide(name) })));
}

/** One after the other. @returns ms of each */
async function searchTimes(
  search: Search,
  { collections, corpus }: { readonly collections: readonly string[]; readonly corpus: Corpus },
): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < SEARCHES_PER_ROUND; n++) {
    const request = SearchRequest.parse({ query: corpus.askedQuery('any').words.join(' '), collections });
    const startedAt = performance.now();
    const { coverage } = await search.run(request, { principal: PERSON });
    times.push(performance.now() - startedAt);
    if (coverage.length !== OWN.length) throw new Error(`${coverage.length.toString()} collections were searched`);
  }
  return times;
}

function figureOf(
  { label, way, others, isMeasured }: Omit<Subject, 'engine'> & { readonly way: string; readonly others: number },
  times: ReadonlyMap<string, readonly number[][]>,
): Figure {
  const p50 = (among: number) => spread((times.get(`${way} ${among.toString()}`) ?? []).map((taken) => percentile(taken, 0.5)));
  const [ours, alone] = [p50(others), p50(0)];
  const what = `${label}: search of three collections ${way}, ${others.toLocaleString('en')} of others in the catalog, p50`;
  if (others === 0 || !isMeasured) return { what, unit: 'ms', ours };
  const more = ours.median - alone.median;
  const text = `≤ ${MOST_MORE_MS.toString()} ms more than with none`;
  return { what, unit: 'ms', ours, target: { text, met: more <= MOST_MORE_MS } };
}
