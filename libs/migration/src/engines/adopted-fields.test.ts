import { Card, type CardFields } from '@tributary/contracts';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { MemoryEngine, MemoryForeign } from '@tributary/engines-port/memory';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { MigrationBed } from '../testbed/migration-bed.fixture.js';

it.each<[string, CardFields, Readonly<Record<'of' | 'are', Readonly<Record<string, unknown>>>>]>([
  ['beside the text in its object', { text: 'document.text', metadata: '' }, { of: { document: { text: 'a', title: 'T', url: 'u' }, team: 'x' }, are: { document: { title: 'T', url: 'u' }, team: 'x' } }], // oxfmt-ignore
  ['beside the metadata', { text: 'text', metadata: 'metadata', tags: 'tags', chunk_index: 'chunk_index' }, { of: { text: 'a', tags: [1, 2], chunk_index: 'a-3', lang: 'outer', metadata: { lang: 'inner' } }, are: { tags: [1, 2], chunk_index: 'a-3', lang: 'inner', payload: { lang: 'outer' } } }], // oxfmt-ignore
])('a moved collection has every field of its maker: %s', async (_, fields, { of, are }) => {
  await using folder = await temporaryFolder();
  const main = EmbeddedEngine.open({ name: 'main', folder: folder.path });
  const dense = { name: '', kind: 'dense', dimension: 2, distance: 'cosine' } as const;
  const point = { id: '1', payload: of, vectors: new Map([['', Float32Array.of(1, 0)]]) };
  const foreign = new MemoryForeign([{ name: 'theirs', vectors: [dense], metadata: {}, points: [point] }]);
  const bed = new MigrationBed(main, [new MemoryEngine({ name: 'other', foreign })]);
  const card = Card.parse({ model: { name: 'sample', dimension: 2 }, vectors: { dense: '' }, fields, created_at: '2026-01-01T00:00:00Z' });
  const record = { name: 'wiki', engine: 'other', card, generation: 1, adopted: 'theirs' };
  await bed.catalog.collections.change('wiki', () => ({ set: record }));
  expect((await bed.start({ from: 'wiki', to: 'main' })).note).toBeUndefined();
  await bed.run('wiki');
  expect((await bed.points('wiki')).map(({ payload }) => payload.metadata)).toEqual([are]);
  const { note } = await bed.status('wiki');
  expect(note).toContain('`metadata.<name>`');
  expect(note).toContain('`metadata.payload.<name>`');
  await main.close();
});
