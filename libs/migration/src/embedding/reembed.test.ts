import { CachingProvider, EmbeddingProviders, type VectorCache } from '@tributary/embedding-port';
import type { EmbeddedEngine } from '@tributary/engines-embedded';
import { countGaps, noteGap, physicalName } from '@tributary/engines-port';
import { MemoryEngine, vectorOf } from '@tributary/engines-port/memory';
import { retryable } from '@tributary/kernel';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { allPoints, openMigrationBed, type MigrationBed } from '../testbed/migration-bed.fixture.js';

let main: EmbeddedEngine;
let bed: MigrationBed;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ main, bed, close } = await openMigrationBed([new MemoryEngine({ name: 'other' })]));
});
afterEach(() => close());

const record = () => bed.catalog.collections.get('notes');

async function gaps(): Promise<number> {
  const present = await record();
  return present === undefined ? 0 : countGaps(bed.catalog, present);
}

/** Every vector that answers is by the model of this many dimensions, of its own text. */
async function expectVectors(dimension: number): Promise<void> {
  const points = await bed.points();
  expect(points.length).toBeGreaterThan(0);
  for (const { payload, vector } of points) expect(vector).toEqual(vectorOf(payload.content, dimension));
}

it('makes every vector by the new model beside the old one, which answers until all are there', async () => {
  await bed.fill(40);
  const before = await bed.points();
  let looked = 0;
  bed.wide.before = async () => {
    looked++;
    expect(await record()).toMatchObject({ generation: 1, card: { model: { name: 'sample' } } });
    expect(await bed.points()).toEqual(before);
  };
  expect(await bed.reembed({ model: 'wide' })).toMatchObject({ state: 'running', model: 'wide' });
  await bed.run();
  expect(looked).toBeGreaterThan(1);
  expect(await record()).toMatchObject({
    ...{ generation: 2, engine: 'main', building: [], card: { model: { name: 'wide', dimension: 12 } } },
    previous: { generation: 1, card: { model: { name: 'sample' } } },
  });
  await expectVectors(12);
  expect(await allPoints(main, physicalName('notes', 1))).toEqual(before);
  expect(await bed.status()).toMatchObject({
    state: 'done',
    parity: { documents: 40, points: 80, missing: 0, extra: 0, changed: 0, without_vector: 0 },
  });
});

it('takes in what is written, changed and deleted meanwhile', async () => {
  await bed.fill(100);
  await bed.reembed({ model: 'wide' });
  let calls = 0;
  bed.wide.before = async () => {
    if (++calls !== 2) return;
    await bed.write('new');
    await bed.write('doc-0001', { version: 2, chunks: ['Changed.'] });
    await bed.write('doc-0090', { version: 2, chunks: ['Changed before it was reached.'] });
    await bed.remove('doc-0002', 2);
  };
  await bed.run();
  await expectVectors(12);
  const contents = (await bed.points()).map(({ payload }) => payload.content);
  expect(contents).toHaveLength(2 * 97 + 3);
  expect(contents).toEqual(expect.arrayContaining(['Text of new.', 'Changed.', 'Changed before it was reached.']));
});

it('goes back with what was written since, embedding nothing else', async () => {
  await bed.fill(20);
  await bed.reembed({ model: 'wide' });
  await bed.run();
  await bed.write('since');
  bed.sample.texts.length = 0;
  await bed.reembed({ back: true });
  await bed.run();
  expect(await record()).toMatchObject({ generation: 1, card: { model: { name: 'sample', dimension: 8 } } });
  expect(bed.sample.texts).toEqual(['Text of since.']);
  await expectVectors(8);
});

it('embeds what lacks a vector and nothing else when only that is asked for', async () => {
  await bed.fill(5);
  await bed.write('half', { chunks: ['Has one.', { content: 'Has none.', vector: null }] });
  await noteGap(bed.catalog, { collection: 'notes', key: 'half', version: 1, generation: 1, passages: 1 });
  expect(await gaps()).toBe(1);
  await bed.reembed({ missing: true });
  await bed.run();
  expect(bed.sample.texts).toEqual(['Has none.']);
  expect(await gaps()).toBe(0);
  expect(await record()).toMatchObject({ generation: 2, card: { model: { name: 'sample' } } });
  await expectVectors(8);
});

it('has the model of the collection make every vector again, also where those it made before are kept', async () => {
  await bed.fill(2);
  bed.sample.revision = '1';
  const kept = new Map<string, Float32Array>();
  const cache: VectorCache = {
    get: (_, hashes) => Promise.resolve(hashes.map((hash) => kept.get(hash))),
    put: (_, vectors) => {
      for (const { hash, vector } of vectors) kept.set(hash, vector);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  const caching = new CachingProvider(bed.sample, { cache });
  const texts = (await bed.points()).map(({ payload }) => payload.content);
  await caching.embed(texts, { kind: 'document' });
  for (const vector of kept.values()) vector.fill(0);
  await bed.reembed({});
  await bed.run('notes', { providers: new EmbeddingProviders(caching, [bed.wide]) });
  await expectVectors(8);
  expect(bed.sample.texts).toEqual([...texts, ...texts]);
  expect(await caching.embed(texts, { kind: 'document' })).toEqual(texts.map((text) => vectorOf(text, 8)));
});

it('leaves a text that the model refuses without a vector, counts it, and gives its neighbours theirs', async () => {
  await bed.fill(5);
  bed.wide.refused = 'one of 3';
  await bed.reembed({ model: 'wide' });
  await bed.run();
  const without = (await bed.points()).filter(({ vector }) => vector === undefined);
  expect(without.map(({ payload }) => payload.content)).toEqual(['Chunk one of 3.']);
  expect(await bed.status()).toMatchObject({ state: 'done', parity: { points: 10, without_vector: 1 } });
  expect(await gaps()).toBe(1);
});

it('goes on where it was when the model was away, without embedding again what is there', async () => {
  await bed.fill(100);
  await bed.reembed({ model: 'wide' });
  let calls = 0;
  bed.wide.before = () => (++calls === 3 ? Promise.reject(retryable('EMBEDDER.UNAVAILABLE', 'Away.')) : Promise.resolve());
  await expect(bed.run()).rejects.toMatchObject({ code: 'EMBEDDER.UNAVAILABLE' });
  expect(await record()).toMatchObject({ generation: 1 });
  await bed.run();
  await expectVectors(12);
  expect(new Set(bed.wide.texts).size).toBe(200);
  expect(bed.wide.texts).toHaveLength(200);
});

it('never mixes vectors of two revisions of a model in one generation', async () => {
  await bed.fill(80);
  await bed.reembed({ model: 'wide' });
  let calls = 0;
  bed.wide.before = () => {
    if (++calls === 2) bed.wide.dimension = 16;
    return Promise.resolve();
  };
  await expect(bed.run()).rejects.toMatchObject({ retryable: false });
  expect(await bed.status()).toMatchObject({ state: 'failed' });
  expect(await record()).toMatchObject({ generation: 1, building: [] });
  await expectVectors(8);
});

it('refuses an unknown model, another change at the same time, and a way back that is not there', async () => {
  await expect(bed.reembed({ model: 'nobody' })).rejects.toMatchObject({ code: 'EMBEDDER.UNKNOWN' });
  await expect(bed.reembed({ back: true })).rejects.toMatchObject({ code: 'MIGRATION.NOT_UNDOABLE' });
  await bed.reembed({ model: 'wide' });
  await expect(bed.reembed({ missing: true })).rejects.toMatchObject({ code: 'MIGRATION.RUNNING' });
  expect(await bed.reembed({ cancel: true })).toMatchObject({ state: 'cancelled' });
});
