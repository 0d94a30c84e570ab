import { Card } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';

const TEXT = 'The spare key hangs behind the boiler.';

type Metadata = Readonly<Record<string, string | number>>;

/** What is shown of a text of ours, or of another program, that has such metadata. */
async function shown(metadata: Metadata, by: 'us' | 'another program') {
  await using bed = await Testbed.open();
  if (by === 'us') await bed.collection('house', [{ key: 'key', title: 'Key', text: TEXT, metadata }]);
  else await adopt(bed, metadata);
  const { hits } = await bed.run({ query: 'spare key' });
  return hits[0];
}

async function adopt(bed: Testbed, metadata: Metadata): Promise<void> {
  const [vector = new Float32Array(256)] = await bed.common.embed([TEXT]);
  bed.foreign.set('langchain', {
    name: 'langchain',
    vectors: [{ name: '', kind: 'dense', dimension: 256, distance: 'cosine' }],
    metadata: {},
    points: [{ id: '00000000-0000-0000-0000-000000000001', payload: { page_content: TEXT, metadata }, vectors: new Map([['', vector]]) }],
  });
  const fields = { text: 'page_content', metadata: 'metadata' };
  const card = Card.parse({ model: await bed.common.describe(), vectors: { dense: '' }, fields, created_at: '2026-01-01T00:00:00Z' });
  const place = { name: 'house', engine: 'elsewhere', adopted: 'langchain', generation: 1, building: [], epoch: 0 };
  await bed.catalog.collections.change('house', () => ({ set: { v: 1, ...place, card, removed: false } }));
}

it('a hit names the fields of the layout that its maker gave', async () => {
  const ours = await shown({ chunk_type: 'faq', total_chunks: 12, room: 'B' }, 'us');
  expect(ours).toMatchObject({ given: ['chunk_type', 'total_chunks'], metadata: { chunk_type: 'faq', total_chunks: 12, room: 'B' } });
  const theirs = await shown({ type: 'code', chunk_index: 0, source: '', total_chunks: 1 }, 'another program');
  expect(theirs).toMatchObject({ given: ['type', 'chunk_index', 'total_chunks', 'source'] });
});

it('and says what the layout has in these', async () => {
  expect(await shown({ type: 'meeting', source: 'jira', total_chunks: 12, lang: 'de' }, 'us')).toMatchObject({
    given: ['type', 'total_chunks', 'source', 'lang'],
    layout: { type: 'doc', total_chunks: 1, source: 'test' },
  });
  expect(await shown({ type: 'code', total_chunks: 1 }, 'another program')).not.toHaveProperty('layout');
});

it('and names none where he gave none of them', async () => {
  expect(await shown({ room: 'B' }, 'us')).not.toHaveProperty('given');
  expect(await shown({ room: 'B' }, 'another program')).not.toHaveProperty('given');
});
