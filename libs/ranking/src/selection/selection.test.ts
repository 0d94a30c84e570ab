import { SeededRandom } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { termIdsOf } from '../analysis/tokens.js';
import { chooseCollections } from './choose-collections.js';
import { clusterVectors } from './cluster-vectors.js';
import { cosineWith, sketchCollection, toDirection } from './collection-sketch.js';
import { scoreCollections, type SelectableCollection } from './score-collections.js';
import { TermCountTable } from './term-count-table.js';

const vector = (...values: readonly number[]) => Float32Array.from(values);
const ids = (text: string) => Uint32Array.from(termIdsOf(text));
const noCard = { terms: new Set<number>(), topics: [] };

async function sketched(texts: readonly string[], common: Float32Array, points = texts.length): Promise<SelectableCollection> {
  const passages = texts.map((text) => ({ terms: ids(text), common }));
  return { sketch: await sketchCollection(passages, { points }), card: noCard };
}

const query = (text: string, unit?: Float32Array) => ({ terms: [...termIdsOf(text)].map((id) => ({ id, weight: 1 })), vector: unit });

describe('groups of vectors', () => {
  const random = new SeededRandom(7);
  const around = (centre: readonly number[]) => Array.from({ length: 40 }, () => vector(...centre.map((x) => x + 0.1 * random.next())));

  it('hold what is alike, the same each time', async () => {
    const vectors = [...around([1, 0, 0]), ...around([0, 1, 0]), ...around([0, 0, 1])];
    const first = await clusterVectors(vectors, { count: 3 });
    expect(first).toEqual(await clusterVectors(vectors, { count: 3 }));
    expect(first.centroids).toHaveLength(3);
    for (const from of [0, 40, 80]) expect(new Set(first.clusterOf.slice(from, from + 40)).size).toBe(1);
  });

  it('are no more than there are different vectors, and none of nothing', async () => {
    const { centroids } = await clusterVectors([vector(1, 0), vector(1, 0), vector(0, 1)], { count: 8 });
    expect(centroids).toHaveLength(2);
    expect(await clusterVectors([], { count: 8 })).toEqual({ centroids: [], clusterOf: [] });
  });

  it('let others have their turn', async () => {
    let pauses = 0;
    const pause = () => {
      pauses++;
      return Promise.resolve();
    };
    await clusterVectors(around([1, 0, 0]), { count: 4, pause });
    expect(pauses).toBeGreaterThan(3);
  });
});

describe('a sketch', () => {
  it('counts passages by term and keeps the counts as bytes', () => {
    const table = TermCountTable.fromBytes(TermCountTable.count([ids('red fox'), ids('red hen'), ids('blue')]).toBytes());
    const of = (word: string) => table.of([...termIdsOf(word)][0] ?? -1);
    expect(['red', 'fox', 'blue', 'green'].map(of)).toEqual([2, 1, 1, 0]);
    expect(table.size).toBe(4);
  });

  it('keeps a direction to within a hundredth of its cosine', () => {
    const random = new SeededRandom(11);
    const raw = Array.from({ length: 256 }, () => random.next() - 0.5);
    const length = Math.hypot(...raw);
    const unit = Float32Array.from(raw, (value) => value / length);
    expect(cosineWith(unit, toDirection(unit))).toBeCloseTo(1, 2);
    expect(cosineWith(unit, new Int8Array(256))).toBe(0);
  });
});

describe('the score of a collection', () => {
  it('rises with rare terms it holds and with a topic near the query', async () => {
    const zoo = await sketched(['the okapi eats leaves', 'the okapi sleeps'], vector(1, 0));
    const farm = await sketched(['the cow eats grass', 'the hen sleeps'], vector(0, 1));
    const byWord = scoreCollections(query('okapi sleeps'), [zoo, farm]);
    expect(byWord[0]?.terms).toBeGreaterThan(byWord[1]?.terms ?? 1);
    const byTopic = scoreCollections(query('unheard', vector(1, 0)), [zoo, farm]);
    expect(byTopic).toMatchObject([{ terms: 0 }, { terms: 0, topic: 0, score: 0 }]);
    expect(byTopic[0]?.topic).toBeCloseTo(1);
  });

  it('scales counts of a sample to the whole collection', async () => {
    const small = await sketched(['okapi', 'cow'], vector(0, 0));
    const large = await sketched(['okapi', 'cow'], vector(0, 0), 2_000);
    const [first, second] = scoreCollections(query('okapi'), [small, large]);
    expect(first?.terms).toBeCloseTo(1 / 2);
    expect(second?.terms).toBeCloseTo(1000 / 1001);
  });

  it('goes by name and description where the content is not known', () => {
    const described = (text: string, ...topics: readonly Float32Array[]) => ({
      card: { terms: termIdsOf(text), topics: topics.map(toDirection) },
    });
    const collections = [described('Notes on gardening', vector(1, 0)), described('Civil war history', vector(0, 1))];
    expect(scoreCollections(query('war', vector(0, 1)), collections).map(({ score }) => score)).toEqual([0, 0.5 * 0.5 + 1]);
  });

  it('goes by a description as a whole more than by one sentence of it', () => {
    const near = (cosine: number) => toDirection(vector(cosine, Math.sqrt(1 - cosine ** 2)));
    const about = { card: { terms: new Set<number>(), topics: [near(0.9), near(0.6), near(0.6), near(0.6)] } };
    const mentions = { card: { terms: new Set<number>(), topics: [near(0.5), near(1), near(0), near(0)] } };
    const [first, second] = scoreCollections(query('unheard', vector(1, 0)), [about, mentions]);
    expect(first?.topic).toBeCloseTo((2 * 0.9 + 0.6) / 3, 2);
    expect(second?.topic).toBeCloseTo((2 * 0.5 + 1 / 3) / 3, 2);
  });
});

describe('the choice', () => {
  it('is everything up to eight', () => {
    expect(chooseCollections([0, 0.1, 0.9])).toEqual([2, 1, 0]);
    expect(chooseCollections(new Array<number>(8).fill(0))).toHaveLength(8);
    expect(chooseCollections([])).toEqual([]);
  });

  it('takes the best eight, more where they are nearly as good, and never more than the budget', () => {
    const clear = Array.from({ length: 100 }, (_, at): number => (at < 3 ? 1 : 0.2));
    expect(chooseCollections(clear)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(chooseCollections(new Array<number>(100).fill(0.5))).toHaveLength(30);
    expect(chooseCollections(clear.with(50, 0.8))[3]).toBe(50);
    expect(chooseCollections(new Array<number>(100).fill(0.5), { most: 2 })).toEqual([0, 1]);
    expect(chooseCollections(new Array<number>(100).fill(0.5), { most: 60 })).toHaveLength(60);
    expect(chooseCollections(new Array<number>(100).fill(0.5), { among: 60 })).toHaveLength(18);
  });
});
