import { percentile, spread, type Figure } from '../figure.ts';
import type { Asked } from './asker.ts';
import { DEPTHS } from './build.ts';
import type { Reranked, Served } from './http.ts';
import type { Million } from './million.ts';
import type { Measured } from './stretch.ts';

const PEER = 'sqlite-vec, FTS5';
const MOST_OF_PEER = 1 / 8;
const MOST_OF_ONE = 1.5;
const MOST_WAIT_MS = 20;
const MOST_JUDGE_MS = 10;
const MOST_HTTP_MS = 20;
const MOST_RERANKED_MS = 350;
/** Asked of a million chunks. */
const MOST_OF_MILLION = { ms: 60, mb: 400 };
/** Asked of each algorithm alone, in ms. */
const MOST_OF_ALGORITHM: Readonly<Record<string, number>> = { semantic: 200, keyword: 50, fuzzy: 100, hybrid: 300 };

/** The figures of the process that asked ours and the peer. */
export function askedFigures({ scenarios, recall, judge, written }: Asked, size: string): readonly Figure[] {
  const figures: Figure[] = [];
  for (const [name, measured] of Object.entries(scenarios)) {
    if (name.startsWith('algorithms')) figures.push(...measured.map((one) => algorithmFigure(name, one)));
    else if (name.startsWith('parts')) figures.push(...partsFigures(clientsOf(name), measured), ...partsWait(clientsOf(name), measured));
    else figures.push(...peerFigures(name, measured));
  }
  const [ours, peer] = [recall.ours, recall.peer].map((values) => values.map((value) => spread([value])));
  const depths = DEPTHS.flatMap((depth, at): readonly Figure[] => {
    const [own, other] = [ours?.[at], peer?.[at]];
    if (own === undefined || other === undefined) return [];
    const met = own.median >= other.median;
    const target = { text: 'no less than the peer', met };
    return [
      {
        what: `semantic recall at ${depth.toString()} against exact f32`,
        unit: '',
        ours: own,
        peer: { name: PEER, spread: other },
        target,
      },
    ];
  });
  const judging = percentile(judge, 0.95);
  return [
    ...figures.map((one) => ({ ...one, what: `in process, ${size}: ${one.what}` })),
    {
      what: 'chunks written a second where it says "writing"',
      unit: '',
      ours: spread([written.ours]),
      peer: { name: PEER, spread: spread([written.peer]) },
    },
    ...depths,
    { what: 'judge, 300 candidates, p95', unit: 'ms', ours: spread([judging]), target: most(MOST_JUDGE_MS, judging) },
  ];
}

/** The figures of the standalone server. */
export function servedFigures({ readyMs, firstMs, asked, residentMb }: Served, size: string): readonly Figure[] {
  const figure = (what: string, value: number, unit = 'ms'): Figure => ({ what, unit, ours: spread([value]) });
  const figures = [
    ...asked.flatMap(({ clients, measured }) => clientFigures(measured, { clients, size })),
    figure('first search after a start, 16 collections', firstMs),
    figure('ready after a start', readyMs),
    figure('resident memory after 1,000 searches', residentMb, 'MB'),
  ];
  return figures.map((one) => ({ ...one, what: `HTTP, ${one.what}` }));
}

function clientFigures(
  measured: readonly Measured[],
  { clients, size }: { readonly clients: number; readonly size: string },
): readonly Figure[] {
  const [one, half] = [of(measured, 'one'), of(measured, 'half')];
  if (one === undefined || half === undefined) return [];
  const who = clients === 1 ? '1 client' : `${clients.toString()} clients`;
  const single = { what: `hybrid over ${size} in one collection, ${who}, p95`, unit: 'ms', ours: by(one, 0.95) };
  return [
    clients === 1 ? { ...single, target: most(MOST_HTTP_MS, single.ours.median) } : single,
    { what: `filter half, ${who}, p95`, unit: 'ms', ours: by(half, 0.95), target: asUnfiltered(half, one) },
    ...partsFigures(who, measured),
  ];
}

/** The figures of the standalone server with a reranker. */
export function rerankedFigures({ p95, unfinished }: Reranked, size: string): readonly Figure[] {
  const ours = spread(p95);
  return [
    {
      what: `HTTP, hybrid over ${size}, head reranked by MiniLM in the server, every passage read anew, 1 client, p95`,
      unit: 'ms',
      ours,
      target: most(MOST_RERANKED_MS, ours.median),
    },
    { what: 'of these searches, those whose head was reranked in part or not at all', unit: '%', ours: spread([100 * unfinished]) },
  ];
}

/** The figures of ten times as many chunks. */
export function millionFigures({ chunks, asked, served }: Million): readonly Figure[] {
  const size = `${chunks.toLocaleString('en')} chunks`;
  const [inProcess, overHttp] = [`in process, ${size}`, `HTTP, ${size}`];
  const slowest = spread(asked.flatMap(({ p95 }) => p95));
  const resident = spread(asked.map(({ residentMb }) => residentMb));
  const { ms, mb } = MOST_OF_MILLION;
  return [
    { what: `${inProcess}: hybrid, 1 client, p50`, unit: 'ms', ours: spread(asked.flatMap(({ p50 }) => p50)) },
    { what: `${inProcess}: hybrid, 1 client, p95`, unit: 'ms', ours: slowest, target: most(ms, slowest.median) },
    { what: `${inProcess}: first search after a start`, unit: 'ms', ours: spread(asked.map(({ readyMs }) => readyMs)) },
    {
      what: `${inProcess}: resident memory after 600 searches, ${asked.length.toString()} processes`,
      unit: 'MB',
      ours: resident,
      target: { text: `≤ ${mb.toString()} MB`, met: resident.median <= mb },
    },
    {
      what: `${overHttp}: hybrid, 1 client, p95 of ${served.times.length.toString()} searches`,
      unit: 'ms',
      ours: spread([percentile(served.times, 0.95)]),
    },
    { what: `${overHttp}: resident memory of the server after them`, unit: 'MB', ours: spread([served.residentMb]) },
  ];
}

function peerFigures(name: string, measured: readonly Measured[]): readonly Figure[] {
  const [ours, peer] = [of(measured, 'ours'), of(measured, 'peer')];
  if (ours === undefined || peer === undefined) return [];
  const p50 = { what: `${name}, p50`, unit: 'ms', ours: by(ours, 0.5), peer: { name: PEER, spread: by(peer, 0.5) } };
  const figure = compared(`${name}, p95`, ours, peer);
  const p99 = { what: `${name}, p99 of all rounds`, unit: 'ms', ours: all(ours), peer: { name: PEER, spread: all(peer) } };
  if (name.startsWith('filter')) return [{ ...figure, target: asUnfiltered(ours, of(measured, 'unfiltered')) }];
  const ratio = figure.ratio?.median ?? Number.NaN;
  const waits = spread(ours.waits);
  const wait = { what: `${name}, longest wait of the event loop`, unit: 'ms', ours: waits, target: most(MOST_WAIT_MS, waits.median) };
  return [p50, { ...figure, target: { text: '≤ 1/8 of the peer', met: ratio <= MOST_OF_PEER } }, p99, wait];
}

/** Never slower than without a filter in the same rounds, p50. */
function asUnfiltered(ours: Measured, unfiltered: Measured | undefined): NonNullable<Figure['target']> {
  const [own, all] = [by(ours, 0.5).median, unfiltered ? by(unfiltered, 0.5).median : Number.NaN];
  return { text: `p50 ${own.toFixed(2)} ms, unfiltered ${all.toFixed(2)}: not slower`, met: own <= all };
}

/** Sixteen collections beside one of them all. */
function partsFigures(clients: string, measured: readonly Measured[]): readonly Figure[] {
  const [parts, one] = [of(measured, 'parts'), of(measured, 'one')];
  if (parts === undefined || one === undefined) return [];
  const figure = compared(`hybrid over 16 collections, ${clients}, p95`, parts, one);
  const met = (figure.ratio?.median ?? Number.NaN) <= MOST_OF_ONE;
  return [{ ...figure, peer: { name: 'ours in one collection', spread: by(one, 0.95) }, target: { text: '≤ 1.5 × one collection', met } }];
}

function partsWait(clients: string, measured: readonly Measured[]): readonly Figure[] {
  const parts = of(measured, 'parts');
  if (parts === undefined) return [];
  const waits = spread(parts.waits);
  const what = `hybrid over 16 collections, ${clients}, longest wait of the event loop`;
  return [{ what, unit: 'ms', ours: waits, target: most(MOST_WAIT_MS, waits.median) }];
}

/** Of the name of a scenario: `parts, 16 clients`. */
function clientsOf(name: string): string {
  return name.split(', ')[1] ?? '';
}

function algorithmFigure(scenario: string, one: Measured): Figure {
  const ours = by(one, 0.95);
  const limit = MOST_OF_ALGORITHM[one.contender];
  const writing = scenario.includes('writing') ? ', 500 chunks/s being written' : '';
  const figure = { what: `algorithm ${one.contender}, 1 client${writing}, p95`, unit: 'ms', ours };
  return limit === undefined ? figure : { ...figure, target: most(limit, ours.median) };
}

function compared(what: string, ours: Measured, peer: Measured): Figure {
  const p95 = (rounds: readonly (readonly number[])[]) => rounds.map((times) => percentile(times, 0.95));
  const [own, other] = [p95(ours.rounds), p95(peer.rounds)];
  const ratio = spread(own.map((value, round) => value / (other[round] ?? Number.NaN)));
  return { what, unit: 'ms', ours: spread(own), peer: { name: PEER, spread: spread(other) }, ratio };
}

function by({ rounds }: Measured, share: number) {
  return spread(rounds.map((times) => percentile(times, share)));
}

function all({ rounds }: Measured) {
  return spread([percentile(rounds.flat(), 0.99)]);
}

function of(measured: readonly Measured[], contender: string): Measured | undefined {
  return measured.find((one) => one.contender === contender);
}

function most(limit: number, value: number): NonNullable<Figure['target']> {
  return { text: `≤ ${limit.toString()} ms`, met: value <= limit };
}
