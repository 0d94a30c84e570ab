import { randomUUID } from 'node:crypto';
import { Card, type CardFields, type CardModel } from '@tributary/contracts';
import { ChromaEngine } from '@tributary/engines-chroma';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import type { Engine } from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign } from '@tributary/engines-port/memory';
import { QdrantEngine } from '@tributary/engines-qdrant';
import { findChromaProgram, findQdrantProgram, startChromaServer, startQdrantServer, temporaryFolder } from '@tributary/testing';
import { QdrantClient } from '@qdrant/js-client-rest';
import { ChromaClient } from 'chromadb';
import { describe, expect, it } from 'vitest';
import { MigrationBed } from '../testbed/migration-bed.fixture.js';

const CHROMA = findChromaProgram();
const QDRANT = findQdrantProgram();
const ENTRIES = 60;

type Distance = CardModel['distance'];

/** Vectors of many lengths, or of length 1. */
function vectors(isUnit: boolean): number[][] {
  return Array.from({ length: ENTRIES }, (_, n) => {
    const vector = Array.from({ length: 8 }, (_value, k) => Math.sin(n * 7 + k * k) * (isUnit ? 1 : 1 + (n % 9)));
    const length = isUnit ? Math.hypot(...vector) : 1;
    return vector.map((x) => x / length);
  });
}

interface Adopted {
  readonly engine: Engine;
  readonly theirs: string;
  readonly fields: CardFields;
  readonly distance: Distance;
}

/** Moves it into the embedded store, and embeds it anew there. */
async function expectMoved({ engine, theirs, fields, distance }: Adopted, isUnit: boolean): Promise<void> {
  await using folder = await temporaryFolder();
  const main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  const bed = new MigrationBed(main, [engine]);
  const model = { name: 'sample', dimension: 8, distance };
  const card = Card.parse({ model, vectors: { dense: '' }, fields, created_at: '2026-01-01T00:00:00Z' });
  await bed.catalog.collections.change('house', () => ({
    set: { name: 'house', engine: engine.name, card, generation: 1, adopted: theirs },
  }));
  await bed.start({ from: 'house', to: 'main' });
  await bed.run('house');
  expect(await bed.status('house')).toMatchObject({
    state: 'done',
    parity: { points: ENTRIES, vectors: ENTRIES, missing: 0, extra: 0, changed: 0, vectors_off: 0, overlap: 1 },
  });
  // Nothing was embedded: the vectors are the maker's.
  expect(bed.sample.texts).toEqual([]);
  // Where the maker ranks otherwise, the nearest of both sides are not the same.
  expect((await bed.status('house')).parity?.queries).toBe(isUnit ? ENTRIES : 0);
  expect((await bed.catalog.collections.get('house'))?.card.model.distance).toBe('cosine');

  await bed.reembed({ collection: 'house' });
  await bed.run('house');
  expect(await bed.status('house')).toMatchObject({ state: 'done', parity: { points: ENTRIES, without_vector: 0 } });
  expect(bed.sample.texts).toHaveLength(ENTRIES);
  await main.close();
}

/** As an engine of cosine may: it keeps directions, and no lengths. */
function keepDirectionsOnly(engine: EmbeddedEngine): void {
  const write = engine.writeDocument.bind(engine);
  const unit = (vector: Float32Array) => vector.map((x) => x / Math.hypot(...vector));
  engine.writeDocument = ({ points, ...document }, options) =>
    write({ ...document, points: points.map(({ vector, ...point }) => (vector ? { ...point, vector: unit(vector) } : point)) }, options);
}

describe('a collection that is compared by another distance moves, and is embedded anew', { timeout: 120_000 }, () => {
  const kinds: readonly [string, boolean][] = [
    ['vectors of any length', false],
    ['vectors of length 1', true],
  ];
  describe('from Chroma', () => {
    it.for(kinds.flatMap(([what, isUnit]) => [['l2', what, isUnit] as const, ['ip', what, isUnit] as const]))(
      '%s, %s',
      async ([space, , isUnit], context) => {
        if (CHROMA.kind !== 'program') return context.skip(CHROMA.reason);
        await using server = await startChromaServer(CHROMA.command);
        const engine = await ChromaEngine.open({ name: 'other', settings: { url: server.url, efSearch: 1000 } });
        const client = new ChromaClient({ host: '127.0.0.1', port: server.port, ssl: false });
        const theirs = `test-${randomUUID()}`;
        const collection = await client.createCollection({ name: theirs, configuration: { hnsw: { space } }, embeddingFunction: null });
        const ids = vectors(isUnit).map((_, n) => `entry ${n.toString()}`);
        await collection.add({ ids, documents: ids, embeddings: vectors(isUnit) });
        const distance = space === 'l2' ? 'euclid' : 'dot';
        await expectMoved({ engine, theirs, fields: { text: '$document', metadata: '' }, distance }, isUnit);
        await engine.close();
      },
    );
  });

  describe('from Qdrant', () => {
    it.for(kinds.flatMap(([what, isUnit]) => [['Dot', what, isUnit] as const, ['Euclid', what, isUnit] as const]))(
      '%s, %s',
      async ([distance, , isUnit], context) => {
        if (QDRANT.kind !== 'program') return context.skip(QDRANT.reason);
        await using server = await startQdrantServer(QDRANT.command);
        const instance = `test-${randomUUID().slice(0, 8)}`;
        const engine = QdrantEngine.open({ name: 'other', settings: { url: server.url, instance }, exactSearch: true });
        const client = new QdrantClient({ url: server.url, checkCompatibility: false });
        const theirs = `test-${randomUUID()}`;
        await client.createCollection(theirs, { vectors: { size: 8, distance } });
        const points = vectors(isUnit).map((vector, n) => ({ id: n, vector, payload: { text: `Entry ${n.toString()}.` } }));
        await client.upsert(theirs, { wait: true, points });
        const known = distance === 'Dot' ? 'dot' : 'euclid';
        await expectMoved({ engine, theirs, fields: { text: 'text', metadata: '' }, distance: known }, isUnit);
        await engine.close();
      },
    );
  });

  it('into an engine that keeps directions only', async () => {
    await using folder = await temporaryFolder();
    const main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
    keepDirectionsOnly(main);
    const points = vectors(false).map((vector, n) => ({
      id: n.toString(),
      payload: { text: `Entry ${n.toString()}.` },
      vectors: new Map([['', Float32Array.from(vector)]]),
    }));
    const dense = { name: '', kind: 'dense', dimension: 8, distance: 'euclid' } as const;
    const foreign = new MemoryForeign([{ name: 'theirs', vectors: [dense], metadata: {}, points }]);
    const bed = new MigrationBed(main, [new MemoryEngine({ name: 'other', foreign })]);
    const model = { name: 'sample', dimension: 8, distance: 'euclid' };
    const card = Card.parse({ model, vectors: { dense: '' }, fields: { text: 'text' }, created_at: '2026-01-01T00:00:00Z' });
    const record = { name: 'house', engine: 'other', card, generation: 1, adopted: 'theirs' };
    await bed.catalog.collections.change('house', () => ({ set: record }));
    await bed.start({ from: 'house', to: 'main' });
    await bed.run('house');
    expect(await bed.status('house')).toMatchObject({ state: 'done', parity: { vectors_normalised: ENTRIES, vectors_off: 0 } });
    await main.close();
  });
});
