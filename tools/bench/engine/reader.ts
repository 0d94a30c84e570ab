// A fresh process that opens a store, searches it and says how long that took and how much memory it needs.
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { percentile } from '../figure.js';
import { Corpus } from './corpus.js';

const QUERIES = 100;
const [folder = '', collection = '', seed = '1'] = process.argv.slice(2);
const say = (name: string, value: number): void => {
  process.stdout.write(`${name} ${value.toString()}\n`);
};
const timed = async (call: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
};

const corpus = new Corpus(Number(seed));
const queries = Array.from({ length: QUERIES }, () => corpus.query(collection));
const openedAt = performance.now();
const engine = EmbeddedEngine.open({ name: 'main', folder });
say('open', performance.now() - openedAt);
const [first] = queries;
if (first) say('load', await timed(() => engine.nominate({ ...first, lanes: ['keyword'], words: [] })));
if (first) say('vocabulary', await timed(() => engine.suggestWords(collection, ['unknownword'])));
const filter = { must: [{ key: 'type', match: { value: 'code' } }] };
if (first) say('filter', await timed(() => engine.nominate({ ...first, filter })));
for (const query of queries.slice(0, 20)) await engine.nominate(query);
const measure = async (name: string, change: (query: (typeof queries)[number]) => (typeof queries)[number]): Promise<void> => {
  const times: number[] = [];
  for (const query of queries) times.push(await timed(() => engine.nominate(change(query))));
  say(`${name}-p50`, percentile(times, 0.5));
  say(`${name}-p95`, percentile(times, 0.95));
};
await measure('hybrid', (query) => query);
await measure('filtered', (query) => ({ ...query, filter }));
await measure('semantic', (query) => ({ ...query, lanes: ['semantic'] }));
await measure('keyword', (query) => ({ ...query, lanes: ['keyword'] }));
globalThis.gc?.();
say('rss', process.memoryUsage.rss() / 1024 / 1024);
say('done', 1);
