import { startSource } from '@tributary/testing';
import { spread, type Figure } from '../figure.js';

/** What a searched share of the peer’s time is allowed to be. */
const MOST_OF_PEER = 1 / 8;
const KINDS = ['semantic', 'keyword', 'hybrid'];

interface Comparison {
  /** Of the store. */
  readonly folder: string;
  readonly peerFile: string;
  readonly collection: string;
  readonly seed: number;
  readonly chunks: number;
  readonly dimension: number;
  readonly cacheKib: number;
}

/** Asks both by turns in one process. @returns two figures for each kind of search, the rounds as their range */
export async function compare({ folder, peerFile, collection, seed, chunks, dimension, cacheKib }: Comparison): Promise<readonly Figure[]> {
  const parameters = [folder, peerFile, collection, ...[seed, dimension, cacheKib].map((number) => number.toString())];
  const asker = startSource(new URL('./compare.ts', import.meta.url), parameters);
  const figures: Figure[] = [];
  for (const kind of KINDS) {
    const rounds: (readonly number[])[] = [];
    for (let round = 0; round < 3; round++) {
      const line = await asker.line(`${kind}-${round.toString()} `);
      rounds.push(line.split(' ').slice(1).map(Number));
    }
    const what = `${kind}, 100 candidates a lane${kind === 'hybrid' ? ', 10 payloads' : ''}, ${chunks.toLocaleString('en')} chunks`;
    const column = (at: number) => rounds.map((values) => values[at] ?? Number.NaN);
    figures.push(figure(`${what}, p50`, column(0), column(2)), withTarget(figure(`${what}, p95`, column(1), column(3)), kind));
  }
  await asker.kill();
  return figures;
}

function figure(what: string, ours: readonly number[], peer: readonly number[]): Figure {
  return {
    what,
    unit: 'ms',
    ours: spread(ours),
    peer: { name: 'sqlite-vec, FTS5', spread: spread(peer) },
    ratio: spread(ours.map((value, round) => value / (peer[round] ?? Number.NaN))),
  };
}

function withTarget(measured: Figure, kind: string): Figure {
  if (kind !== 'hybrid') return measured;
  return { ...measured, target: { text: '≤ 1/8 of the peer', met: (measured.ratio?.median ?? Number.NaN) <= MOST_OF_PEER } };
}
