import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { percentile, report, spread, type Figure } from '../figure.ts';
import { interleaveQueries, readCorpora, type Corpus } from './corpora.ts';
import { importAll, searchAll } from './measure.ts';
import { startServices, startStandalone, type RunningServer } from './servers.ts';

const QUERIES = 200;
const REPETITIONS = 5;
/** Resident memory that a thousand searches over 40,000 chunks without a pause may leave, in MB. */
const MOST_RESIDENT_MB = 400;

const folder = process.env['TRIBUTARY_TEST_EVAL_DIR'];
if (folder === undefined) {
  console.error('Set TRIBUTARY_TEST_EVAL_DIR to a folder of BEIR collections (each with corpus.jsonl and queries.jsonl).');
  process.exit(2);
}
const corpora = await readCorpora(folder);
report([
  ...(await measure('standalone', startStandalone, corpora)),
  ...(await measure('services, 1 embedder', (data) => startServices(data, 1), corpora)),
]);

async function measure(
  name: string,
  start: (dataFolder: string) => Promise<RunningServer>,
  sets: readonly Corpus[],
): Promise<readonly Figure[]> {
  const data = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
  try {
    const server = await start(data);
    const imported = await importAll(server.url, sets);
    await server.stop();
    const again = await start(data);
    const queries = interleaveQueries(sets, QUERIES);
    const [firstMs = Number.NaN] = await searchAll(again.url, queries.slice(0, 1));
    const rounds: (readonly number[])[] = [];
    for (let round = 0; round < REPETITIONS; round++) rounds.push(await searchAll(again.url, queries));
    const resident = await again.residentMb();
    await again.stop();
    return figures(name, { imported, firstMs, rounds, readyMs: again.readyMs, resident });
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

interface Measured {
  readonly imported: { readonly seconds: number; readonly chunks: number; readonly documents: number };
  readonly firstMs: number;
  readonly rounds: readonly (readonly number[])[];
  readonly readyMs: number;
  readonly resident: number;
}

function figures(name: string, { imported, firstMs, rounds, readyMs, resident }: Measured): readonly Figure[] {
  const rate = imported.chunks / imported.seconds;
  const size = `${imported.documents.toString()} documents, ${imported.chunks.toString()} chunks, ${corpora.length.toString()} collections`;
  const standalone = name === 'standalone';
  const single = (value: number) => spread([value]);
  return [
    {
      what: `${name}: import of ${size}, durable and searchable`,
      unit: 'chunks/s',
      ours: single(rate),
      ...(standalone ? { target: { text: '≥ 3,000', met: rate >= 3000 } } : {}),
    },
    {
      what: `${name}: search over all, ${QUERIES.toString()} queries, p50`,
      unit: 'ms',
      ours: spread(rounds.map((times) => percentile(times, 0.5))),
    },
    { what: `${name}: the same, p95`, unit: 'ms', ours: spread(rounds.map((times) => percentile(times, 0.95))) },
    { what: `${name}: first search after a start`, unit: 'ms', ours: single(firstMs) },
    {
      what: `${name}: ready after a start with these collections`,
      unit: 'ms',
      ours: single(readyMs),
      ...(standalone ? { target: { text: '≤ 1,500', met: readyMs <= 1500 } } : {}),
    },
    ...(standalone ? [residentFigure(resident)] : []),
  ];
}

function residentFigure(resident: number): Figure {
  return {
    what: `standalone: resident memory after ${(QUERIES * REPETITIONS).toLocaleString('en-US')} searches without a pause`,
    unit: 'MB',
    ours: spread([resident]),
    target: { text: `≤ ${MOST_RESIDENT_MB.toString()}`, met: resident <= MOST_RESIDENT_MB },
  };
}
