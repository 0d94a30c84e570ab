import { Card, CardFields, anybody } from '@tributary/contracts';
import { EmbeddingProviders } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { Engines, type CollectionReader, type CollectionRecord } from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign } from '@tributary/engines-port/memory';
import { md5Uuid } from '@tributary/kernel/ids';
import { describe, expect, it } from 'vitest';
import type { Collaborators } from '../collaborators/collaborators.js';
import { accessOfStanding, requireAdoptedWritable, requireKeepable } from './check-adopted.js';

const providers = new EmbeddingProviders(new StaticEmbeddingProvider());
const adopted: NonNullable<Collaborators['adopted']> = {
  index: () => Promise.resolve(0),
  open: () => {
    throw new Error('not read here');
  },
  write: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

function madeBy(model: string, dimension: number): CollectionRecord {
  const card = Card.parse({
    model: { name: model, dimension },
    fields: CardFields.parse({ text: 'document', metadata: 'metadata' }),
    created_at: '2026-01-01T00:00:00Z',
  });
  return { v: 1, name: 'house', engine: 'main', card, generation: 1, building: [], epoch: 0, adopted: 'house', removed: false };
}

const refuse = () => Promise.reject(new Error('not asked here'));
const unasked: CollectionReader = {
  showsWholeDocuments: true,
  ...{ nominate: refuse, read: refuse, scroll: refuse, count: refuse, suggestWords: refuse, wordsBeginning: refuse },
};

const UUID = 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11';

describe('a write into a collection of another program', () => {
  const writing = (record: CollectionRecord) => requireAdoptedWritable({ providers, adopted }, record);

  it('is taken where the model of its vectors is configured', async () => {
    await expect(writing(madeBy('static', 256))).resolves.toBeUndefined();
  });

  it.each([
    [madeBy('mxbai', 1024), /were made by mxbai \(1024 dimensions\).+ configure it under models\.mxbai/],
    [madeBy('static', 384), /were made by static \(384 dimensions\).+ makes others \(256 dimensions\)/],
    [madeBy('unknown', 384), /^No configured model makes the vectors of house \(384 dimensions\): configure the one that made them/],
  ])('is refused otherwise, with what to configure', async (record, sentence) => {
    await expect(writing(record)).rejects.toMatchObject({ code: 'MODEL.MISMATCH', message: expect.stringMatching(sentence) as string }); // safe: a matcher stands for a text
  });

  const keeping = (id: string, pointId?: string) => () => {
    requireKeepable(madeBy('static', 256), { id, content: 'Text.', ...(pointId === undefined ? {} : { point_id: pointId }) });
  };

  it('is taken for the point that is made of its id, and for that of its id', () => {
    expect(keeping('a')).not.toThrow();
    expect(keeping('a', md5Uuid('a'))).not.toThrow();
    expect(keeping('42', '42')).not.toThrow();
    expect(keeping(UUID, UUID)).not.toThrow();
    expect(keeping(UUID, UUID.toLowerCase())).not.toThrow();
  });

  it.each([
    ['a', UUID],
    [UUID.toLowerCase(), UUID],
  ])('is refused for another point, by which nothing finds it again: %s %s', (id, pointId) => {
    expect(keeping(id, pointId)).toThrow(
      `In house a document is found by its own id alone, and ${id} came with the point_id ${pointId}, which is not made of it: leave point_id out`,
    );
  });
});

describe('the place of a document in a collection of another program', () => {
  const base = madeBy('static', 256);
  const fields = CardFields.parse({ text: 'document', metadata: 'metadata', user_id: 'owner' });
  const record = { ...base, card: { ...base.card, fields } };
  const pointOf = (id: string, owner: object) => ({ id, payload: { document: 'Text.', ...owner }, vectors: new Map() });
  const standing = (...points: readonly ReturnType<typeof pointOf>[]) => {
    const reader = new MemoryForeign([{ name: 'house', vectors: [], metadata: {}, points }]).open('house', record.card);
    const open = (): CollectionReader => ({ ...unasked, read: (selector) => reader.read(selector) });
    const engines = new Engines(new MemoryEngine({ name: 'main' }), []);
    return accessOfStanding({ adopted: { ...adopted, open }, engines }, record, { submission: { key: 'a' }, writer: anybody });
  };

  it('is that of a point which the writer may not see, though he sees another one there', async () => {
    const [seen, hidden] = [pointOf('a', {}), pointOf(md5Uuid('a'), { owner: 'bob' })];
    expect(await standing(seen, hidden)).toEqual({ user_id: 'bob' });
    expect(await standing(pointOf('a', { owner: 'bob' }), pointOf(md5Uuid('a'), {}))).toEqual({ user_id: 'bob' });
    expect(await standing(seen)).toEqual({});
    expect(await standing()).toBeUndefined();
  });
});
