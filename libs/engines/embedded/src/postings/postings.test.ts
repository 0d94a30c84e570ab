import { BM25, idf } from '@tributary/ranking';
import { SeededRandom, testSeed } from '@tributary/testing';
import { expect, it } from 'vitest';
import { Bitmap } from '../memory/bitmap.js';
import { TopSlots } from '../memory/top-slots.js';
import { PlainPostings } from './plain-postings.js';
import { ScoreAccumulator } from './score-accumulator.js';

interface Row {
  readonly terms: ReadonlyMap<number, { readonly body: number; readonly title: number }>;
  readonly length: number;
}

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const TERMS = 40;
const term = () => Math.floor(TERMS ** random.next()) * 0x05f5_e101;

/** Seldom more than a few. */
const count = (few: number) => random.below(random.next() < 0.95 ? few : 256);

function randomRow(): Row {
  const terms = new Map(Array.from({ length: random.below(12) }, () => [term(), { body: count(4), title: count(3) }]));
  return { terms, length: 1 + random.below(60) };
}

/** BM25 of a row, written out. */
function scoreOf(row: Row, weighted: readonly { weight: number; id: number; frequency: number }[], all: { points: number; mean: number }) {
  return weighted.reduce((sum, { id, weight, frequency }) => {
    const found = row.terms.get(id);
    if (!found || frequency === 0) return sum;
    const tf = found.body + BM25.titleWeight * found.title;
    const norm = BM25.k1 * (1 - BM25.b + (BM25.b * row.length) / all.mean);
    return sum + (weight * idf(all.points, frequency) * tf * (BM25.k1 + 1)) / (tf + norm);
  }, 0);
}

it.each([
  ['all slots at once', 2 ** 16],
  ['some slots after the other', 70],
])('ranks by BM25 as the formula says, one query after another, while points come and go: %s', (_way, mostAtOnce) => {
  const postings = new PlainPostings(new ScoreAccumulator(mostAtOnce));
  const rows: Row[] = [];
  const live = new Bitmap();
  for (let round = 0; round < 60; round++) {
    for (let n = random.below(80); n >= 0; n--) {
      const row = randomRow();
      live.add(rows.length);
      postings.append(rows.length, {
        forEachTerm: (visit) => {
          row.terms.forEach(({ body, title }, id) => {
            visit(id, body, title);
          });
        },
      });
      rows.push(row);
    }
    rows.forEach((_, slot) => {
      if (random.next() < 0.02) live.remove(slot);
    });
    const points = live.size;
    const lengths = Uint32Array.from(rows, ({ length }) => length);
    const totalLength = lengths.reduce((sum, length, slot) => (live.has(slot) ? sum + length : sum), 0);
    const terms = Array.from({ length: random.below(6) }, () => ({ id: term(), weight: 0.1 + random.next() }));
    const documentFrequency = terms.map(({ id }) => postings.documentFrequency(id, live, points < rows.length));
    expect(documentFrequency).toEqual(terms.map(({ id }) => rows.filter(({ terms: has }, slot) => live.has(slot) && has.has(id)).length));
    const admitted = live.copy(rows.length);
    const leftOut = [0, 0.5, 0.9][round % 3] ?? 0;
    rows.forEach((_, slot) => {
      if (random.next() < leftOut) admitted.remove(slot);
    });
    const limit = random.below(30);
    const weighted = terms.map((one, i) => ({ ...one, frequency: documentFrequency[i] ?? 0 }));
    const expected = rows
      .map((row, slot) => ({ slot, score: admitted.has(slot) ? scoreOf(row, weighted, { points, mean: totalLength / points }) : 0 }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
    const top = new TopSlots(limit, (one, other) => one < other);
    postings.rank({ terms, counts: { points, totalLength, documentFrequency }, admitted, lengthOfSlot: lengths }, top);
    const ranked = top.ranking();
    expect(ranked.map(({ score }) => score.toFixed(9))).toEqual(expected.map(({ score }) => score.toFixed(9)));
    for (const { slot, score } of ranked) {
      expect(score).toBeCloseTo(scoreOf(rows[slot] ?? randomRow(), weighted, { points, mean: totalLength / points }), 9);
      expect(admitted.has(slot)).toBe(true);
    }
    expect(new Set(ranked.map(({ slot }) => slot)).size).toBe(ranked.length);
  }
});
