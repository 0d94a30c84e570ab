// The embedded engine alone: how fast it takes documents in, how fast a fresh process can search them, and what memory that takes.
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { startSource, temporaryFolder } from '@tributary/testing';
import { join } from 'node:path';
import { report, spread, type Figure } from '../figure.js';
import { compare } from './comparison.js';
import { CHUNKS_PER_DOCUMENT, Corpus, DIMENSION, card } from './corpus.js';
import { DirectIndex } from './direct-index.js';
import { writeAll } from './writing.js';

const SEED = 7;
const COLLECTION = 'bench__g1';
const ROUND = 500;
const SIZES = [20_000, 100_000];
/** As the embedded store gives its reader. */
const CACHE_KIB = 4_096;

const figures: Figure[] = [];
await using folder = await temporaryFolder();
const engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
await engine.createCollection(COLLECTION, card);
const peerFile = join(folder.path, 'peer.db');
const peer = new DirectIndex(peerFile, { dimension: DIMENSION, cacheKib: CACHE_KIB });
const corpus = new Corpus(SEED);
const rates: number[] = [];
let written = 0;
for (const size of SIZES) {
  while (written < size) {
    const documents = Array.from({ length: Math.min(ROUND, (size - written) / CHUNKS_PER_DOCUMENT) }, () => corpus.document(COLLECTION));
    const ms = await writeAll(engine, documents);
    peer.insert(documents);
    rates.push(((documents.length * CHUNKS_PER_DOCUMENT) / ms) * 1_000);
    written += documents.length * CHUNKS_PER_DOCUMENT;
  }
  figures.push(...(await searchFigures(size)));
}
await engine.close();
peer.close();
figures.push(
  ...(await compare({
    folder: folder.path,
    peerFile,
    collection: COLLECTION,
    seed: SEED + 1,
    chunks: written,
    dimension: DIMENSION,
    cacheKib: CACHE_KIB,
  })),
);
const ours = spread(rates);
report([
  {
    what: `points written, 32 documents of ${CHUNKS_PER_DOCUMENT.toString()} in flight`,
    unit: 'points/s',
    ours,
    target: { text: '≥ 15,000 points/s', met: ours.median >= 15_000 },
  },
  ...figures,
]);

async function searchFigures(size: number): Promise<readonly Figure[]> {
  const reader = startSource(new URL('./reader.ts', import.meta.url), [folder.path, COLLECTION, (SEED + 1).toString()]);
  for (const stage of ['load', 'filter', 'hybrid-p95', 'filtered-p95', 'semantic-p95', 'done']) await reader.line(stage);
  const values = new Map(reader.lines.map((line) => line.split(' ')).map(([name = '', value]) => [name, Number(value)]));
  await reader.kill();
  const figure = (name: string, what: string, unit = 'ms'): Figure => ({
    what: `${what}, ${size.toLocaleString('en')} chunks`,
    unit,
    ours: spread([values.get(name) ?? Number.NaN]),
  });
  return [
    figure('open', 'open'),
    figure('load', 'first search, by keyword (loads the collection)'),
    figure('vocabulary', 'first word suggested (loads the vocabulary)'),
    figure('filter', 'first filtered search (indexes the field)'),
    figure('hybrid-p50', 'three lanes, 100 candidates each, p50'),
    figure('hybrid-p95', 'three lanes, 100 candidates each, p95'),
    figure('filtered-p50', 'the same with a filter on type (1 in 7), p50'),
    figure('filtered-p95', 'the same with a filter on type (1 in 7), p95'),
    figure('semantic-p50', 'semantic lane, p50'),
    figure('semantic-p95', 'semantic lane, p95'),
    figure('keyword-p50', 'keyword lane, p50'),
    figure('keyword-p95', 'keyword lane, p95'),
    figure('rss', 'memory (RSS) of a process after 400 searches', 'MB'),
  ];
}
