import type { Candidate, NominateRequest } from '@tributary/engines-port';
import { sampleCard, sampleDocument, termOf } from '@tributary/engines-port/memory';
import { frequencyOf, lengthNorm, poolCounts, saturate } from '@tributary/ranking';
import { SeededRandom, temporaryFolder, testSeed } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EmbeddedEngine } from '../index.js';
import { Bitmap } from '../memory/bitmap.js';
import { Projection } from '../projection/projection.js';
import { Connection } from '../store/connection.js';
import { VectorCache } from '../vectors/vector-cache.js';
import { standardAnalyser } from './analyser.js';
import { JointTurns } from './joint-turns.js';
import { Turns } from './turns.js';

const NAMES = ['a__g1', 'b__g1', 'c__g1'];
const POINTS = 60;
const DIMENSION = 8;

const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
const randomVector = () => Float32Array.from({ length: DIMENSION }, () => random.next() - 0.5);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let engine: EmbeddedEngine;
beforeEach(async () => {
  folder = await temporaryFolder();
  engine = EmbeddedEngine.open({ name: 'main', folder: folder.path, analyser: { ...standardAnalyser, termOf } });
  for (const collection of NAMES) {
    await engine.createCollection(collection, sampleCard(DIMENSION));
    for (let n = 0; n < POINTS; n++) {
      const content = `tide ${'harbour '.repeat(random.below(4))}${'mud '.repeat(1 + random.below(9))}`;
      await engine.writeDocument(sampleDocument({ collection, key: n.toString(), chunks: [{ content, vector: randomVector() }] }));
    }
  }
});
afterEach(async () => {
  await engine.close();
  await folder.remove();
});

function askAll(request: Partial<NominateRequest>, names = NAMES) {
  const common = { lanes: ['semantic', 'keyword'] as const, limit: 200, terms: [{ id: termOf('harbour'), weight: 1 }] };
  return names.map((collection) => engine.nominate({ collection, ...common, ...request }));
}

/** Scores a lane gave in each collection. */
async function scoresBy(lane: 'semantic' | 'keyword', asked: ReturnType<typeof askAll>): Promise<readonly (readonly number[])[]> {
  return (await Promise.all(asked)).map(({ lanes }) => {
    const result = lanes[lane];
    return result?.status === 'searched' ? result.ranking.map(({ score }) => score) : [];
  });
}

it('names of collections asked together no more than the best of all, and the best of each', async () => {
  const vector = randomVector();
  const alone = await scoresBy('semantic', askAll({ vector }));
  const least = alone.flat().toSorted((a, b) => b - a)[9] ?? 0;
  const expected = alone.map((scores) => scores.filter((score, rank) => rank < 2 || score >= least));
  expect(await scoresBy('semantic', askAll({ vector, together: { best: 10, each: 2 } }))).toEqual(expected);
});

it('goes deeper by words where documents have many passages, as often as they are written anew', async () => {
  const [vector, together] = [randomVector(), { best: 20, each: 1 }];
  const namedBy = async (lane: 'semantic' | 'keyword') => (await scoresBy(lane, askAll({ vector, together }))).flat().length;
  for (const version of [2, 3]) {
    for (let n = 0; n < POINTS; n++) {
      const chunks = Array.from({ length: 20 }, () => ({ content: 'harbour', vector: randomVector() }));
      await engine.writeDocument(sampleDocument({ collection: 'b__g1', key: n.toString(), version, chunks }));
    }
    // 1,320 passages of 180 documents: more than seven to each.
    expect(await namedBy('keyword')).toBeGreaterThanOrEqual(30);
    expect(await namedBy('keyword')).toBeLessThan(30 + NAMES.length);
    expect(await namedBy('semantic')).toBeLessThan(20 + NAMES.length);
  }
});

it('goes deeper by words for the documents alone that say them most often', async () => {
  const mud = (words: number) => 'mud '.repeat(words);
  const write = (collection: string, key: string, contents: readonly string[]) =>
    engine.writeDocument(
      sampleDocument({ collection, key, version: 2, chunks: contents.map((content) => ({ content, vector: randomVector() })) }),
    );
  for (const collection of NAMES) for (let n = 0; n < POINTS; n++) await write(collection, n.toString(), [mud(20)]);
  for (let n = 0; n < 10; n++) await write('a__g1', `short ${n.toString()}`, [`harbour harbour ${mud(5)}`]);
  await write('b__g1', 'long', [...new Array<string>(12).fill(`harbour ${mud(30)}`), ...new Array<string>(2000).fill(mud(20))]);
  for (let n = 0; n < 10; n++) await write('c__g1', `weak ${n.toString()}`, [`harbour ${mud(28)}`]);
  const together = { best: 10, each: 1 };
  // What is still being read when the others have their turn is answered after them.
  await Promise.all(askAll({}));
  // The weak ones say it in shorter passages than the long one, and once each.
  expect((await scoresBy('keyword', askAll({ together }))).map(({ length }) => length)).toEqual([10, 12, 1]);
});

it('ranks words by what they tell in all collections asked together, and scores them by what they tell in their own', async () => {
  const together = { best: 12, each: 1 };
  // First each for itself: a collection that is still being read when the others have their turn is answered after them.
  const [alone, named] = [await Promise.all(askAll({})), await Promise.all(askAll({ together }))];
  const pooled = poolCounts(alone.map(({ statistics }) => statistics));
  const averageLength = pooled.totalLength / pooled.points;
  const weigh = ({ body, title, length }: Candidate) =>
    saturate(frequencyOf(body[0] ?? 0, title[0] ?? 0), lengthNorm(length, averageLength));
  const scores = alone.map(({ candidates }) => candidates.map(weigh));
  const least = scores.flat().toSorted((a, b) => b - a)[together.best - 1] ?? 0;
  expect(named.reduce((sum, { candidates }) => sum + candidates.length, 0)).toBeGreaterThanOrEqual(together.best);
  for (const [at, { candidates }] of named.entries()) {
    const ofOne = scores[at] ?? [];
    const cut = Math.min(least, Math.max(...ofOne));
    // Of those that equal the last one as many as there is room for.
    expect(candidates.length).toBeGreaterThanOrEqual(Math.max(together.each, ofOne.filter((score) => score > cut).length));
    expect(candidates.length).toBeLessThanOrEqual(Math.min(together.best, ofOne.filter((score) => score >= cut).length));
    for (const one of candidates) expect(weigh(one)).toBeGreaterThanOrEqual(cut);
  }
  const [own, all] = [await scoresBy('keyword', askAll({ together })), await scoresBy('keyword', askAll({}))];
  for (const [at, ofOne] of own.entries()) {
    expect(ofOne).toEqual(ofOne.toSorted((a, b) => b - a));
    for (const score of ofOne) expect(all[at]?.some((known) => Math.abs(known - score) < 1e-9)).toBe(true);
  }
});

it('compares no cosines of different models', async () => {
  const together = { best: 10, each: 2 };
  const asked = NAMES.flatMap((name) => askAll({ vector: randomVector(), together }, [name]));
  expect((await scoresBy('semantic', asked)).map(({ length }) => length)).toEqual([10, 10, 10]);
});

it('answers the others where one cannot be searched', async () => {
  const [vector, together] = [randomVector(), { best: 10, each: 2 }];
  const asked = [
    ...askAll({ vector, together }),
    ...askAll({ vector, together }, ['gone__g1']),
    ...askAll({ vector: new Float32Array(3), together }, ['a__g1']),
  ];
  const settled = await Promise.allSettled(asked);
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(settled.slice(3)).toMatchObject([{ reason: { code: 'COLLECTION.NOT_FOUND' } }, { reason: { code: 'ENGINE.DIMENSION_MISMATCH' } }]);
});

it('sees what was written, and what was deleted, since the last search', async () => {
  const [vector, together] = [Float32Array.from([1, 0, 0, 0, 0, 0, 0, 0]), { best: 5, each: 1 }];
  await Promise.all(askAll({ vector, together }));
  await engine.writeDocument(sampleDocument({ collection: 'b__g1', key: '0', version: 2, chunks: [{ content: 'new', vector }] }));
  const [, found] = await Promise.all(askAll({ vector, together }));
  expect(found?.candidates[0]?.docVersion).toBe(2);
  expect(found?.candidates[0]?.similarity).toBeCloseTo(1, 5);
  await engine.deleteDocuments({ collection: 'b__g1', documents: [{ docId: found?.candidates[0]?.docId ?? '', key: '0', version: 3 }] });
  const [, left] = await Promise.all(askAll({ vector, together }));
  expect(left?.candidates.some(({ docVersion }) => docVersion === 2)).toBe(false);
});

it('takes as many collections into one turn as hold so many points, and leaves the others to the next', async () => {
  const reader = new Connection(':memory:', { busyTimeoutMs: 0, cacheKib: 64 });
  const turns = new Turns();
  const taken: number[] = [];
  const counting = { do: <T>(work: () => T) => turns.do(() => (taken.push(0), work())) };
  const joint = new JointTurns({ turns: counting, reader, mostPoints: 10 });
  const search = {};
  const request = { collection: 'any', lanes: [], limit: 5, terms: [] };
  const entries = await Promise.all(
    Array.from({ length: 5 }, (_, collection) => {
      const projection = new Projection({
        collection,
        dimension: 3,
        seq: 0,
        analyser: standardAnalyser,
        vectorCache: new VectorCache(() => 2 ** 20),
      });
      projection.points = 6;
      const { inTurn, ask } = joint.placeIn(search);
      return inTurn(() => {
        taken.push((taken.pop() ?? 0) + 1);
        return ask({ request, projection, reader, admitted: new Bitmap(), termOf: () => undefined });
      });
    }),
  );
  expect(taken).toEqual([2, 2, 1]);
  expect(entries.map(({ result }) => result?.statistics.points)).toEqual([6, 6, 6, 6, 6]);
  reader.close();
});

it('tells nobody before the turn is over', async () => {
  const reader = new Connection(':memory:', { busyTimeoutMs: 0, cacheKib: 64 });
  const seen: string[] = [];
  const over = async <T>(work: () => T): Promise<T> => {
    const result = work();
    seen.push('worked');
    await new Promise(setImmediate);
    seen.push('over');
    return result;
  };
  const { inTurn } = new JointTurns({ turns: { do: over }, reader }).placeIn({});
  await inTurn(() => undefined).then(() => seen.push('told'));
  await expect(
    inTurn(() => {
      throw new Error('no such collection');
    }).finally(() => seen.push('told')),
  ).rejects.toThrow('no such collection');
  expect(seen).toEqual(['worked', 'over', 'told', 'worked', 'over', 'told']);
  reader.close();
});
