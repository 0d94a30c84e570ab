import { plainTextAnalyser } from '@tributary/engines-port';
import { sampleCard, sampleDocument } from '@tributary/engines-port/memory';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EmbeddedEngine } from '../index.js';
import { loadProjection } from '../projection/load-projection.js';
import type { Projection } from '../projection/projection.js';
import { ReadingTurns } from '../projection/reading-turns.js';
import { findCollection } from '../reading/collections.js';
import { Store } from '../store/store.js';
import { measured } from '../vectors/quantise.js';
import { VectorCache } from '../vectors/vector-cache.js';
import { CandidateSet } from './candidate-set.js';

const [NAME, DIMENSION, POINTS] = ['c__g1', 8, 20];
const sines = (from: number) => Float32Array.from({ length: DIMENSION }, (_, i) => Math.sin(from * DIMENSION + i));
/** Every fifth point has none. */
const vectorOf = (slot: number) => (slot % 5 === 4 ? undefined : sines(slot));
/** By the common model: of every second point the same. */
const commonOf = (slot: number) => (slot % 2 === 0 ? vectorOf(slot) : undefined) ?? sines(-slot);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: Store;
let projection: Projection;
beforeEach(async () => {
  folder = await temporaryFolder();
  const engine = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  await engine.createCollection(NAME, sampleCard(DIMENSION));
  for (let slot = 0; slot < POINTS; slot++) {
    const chunk = { content: 'any', vector: vectorOf(slot) ?? null, common: commonOf(slot) };
    await engine.writeDocument(sampleDocument({ collection: NAME, key: slot.toString(), chunks: [chunk] }));
  }
  await engine.close();
  store = Store.open({ folder: folder.path });
  const collection = findCollection(store.reader, NAME);
  // Room for four vectors, so that a search forgets most of what it reads.
  const vectorCache = new VectorCache(() => 4 * DIMENSION);
  projection = await loadProjection(store, { ...collection, analyser: plainTextAnalyser, vectorCache, turns: new ReadingTurns() });
});
afterEach(async () => {
  store.close();
  await folder.remove();
});

function vectorsIn(order: readonly number[]) {
  const set = new CandidateSet(projection, store.reader);
  set.add(order.map((slot) => ({ slot, score: 1 })));
  return set.candidates({ terms: [], withVectors: true }).map(({ commonVector }) => commonVector);
}

it('hands out vectors that stay as they are, whatever is read after them', () => {
  // Read, then found: all there is has room yet.
  const first = [vectorsIn([0]), vectorsIn([0]), vectorsIn([0, 2])];
  const slots = Array.from({ length: POINTS }, (_, slot) => slot);
  for (const order of [slots, slots.toReversed(), slots]) {
    const vectors = vectorsIn(order);
    for (const [at, slot] of order.entries()) expect(vectors[at]).toEqual(commonOf(slot));
  }
  expect(first).toEqual([[commonOf(0)], [commonOf(0)], [commonOf(0), commonOf(2)]]);
});

it('says how like a query the vectors of slots are, of those that are kept and of those that are not', () => {
  const query = measured(Float32Array.from({ length: DIMENSION }, (_, i) => i - 3));
  for (let round = 0; round < 3; round++) {
    const set = new CandidateSet(projection, store.reader);
    for (let slot = 0; slot < POINTS; slot++) {
      const vector = vectorOf(slot);
      const dot = vector?.reduce((sum, x, i) => sum + x * (query.vector[i] ?? 0), 0);
      const expected = vector && dot !== undefined ? dot / Math.hypot(...vector) / Math.hypot(...query.vector) : undefined;
      for (const similarity of [set.similarity(slot, query), set.similarity(slot, query)]) {
        if (expected === undefined) expect(similarity).toBeUndefined();
        else expect(similarity).toBeCloseTo(expected, 6);
      }
    }
  }
});
