import { describe, expect, it } from 'vitest';
import { connectQdrant } from './qdrant-client.fixture.js';
import type { QdrantSettings } from './qdrant-settings.js';

async function listed(settings: Partial<QdrantSettings> = {}) {
  return (await (await connectQdrant(undefined, settings)).listTools()).tools;
}

// Names, descriptions and schemas are what prompts and clients rely on. A change is written into the files by `vitest -u` and read in review.
describe('the tools of the dialect qdrant', () => {
  it.each([
    ['tool-list', {}],
    ['tool-list.read-only', { readOnly: true }],
    ['tool-list.without-filter', { allowArbitraryFilter: false }],
    ['tool-list.default-collection', { collection: 'memories', findMode: 'full' }],
  ] as const)('are exactly those of fixtures/%s.json', async (file, settings) => {
    await expect(`${JSON.stringify(await listed(settings), undefined, 2)}\n`).toMatchFileSnapshot(`fixtures/${file}.json`);
  });

  it('say of what writes that it may replace: the same text takes the metadata it is given last', async () => {
    const destructive = (await listed()).filter(({ annotations }) => annotations?.destructiveHint === true);
    expect(destructive.map(({ name }) => name)).toEqual(['qdrant-store', 'qdrant-delete']);
  });

  it('carry the descriptions that are set', async () => {
    const tools = await listed({ findDescription: 'Look it up.', storeDescription: 'Write it down.' });
    expect(tools.map(({ name, description }) => [name, description]).slice(0, 2)).toEqual([
      ['qdrant-find', 'Look it up.'],
      ['qdrant-store', 'Write it down.'],
    ]);
  });

  it('keep collection_name in the schema where there is a default, and do not ask for it', async () => {
    for (const { inputSchema } of await listed({ collection: 'memories' })) {
      expect(inputSchema.properties).toHaveProperty('collection_name');
      expect(inputSchema.required ?? []).not.toContain('collection_name');
    }
  });

  it('take exactly the parameters of the design for qdrant-find, the old one marked as deprecated [000-36]', async () => {
    const [find] = await listed();
    expect(Object.keys(find?.inputSchema.properties ?? {})).toEqual([
      'query',
      'collection_name',
      'collections',
      'mode',
      'limit',
      'query_filter',
      'rerank',
    ]);
    expect(find?.inputSchema.required).toEqual(['query']);
    expect(JSON.stringify(find?.inputSchema.properties?.['collection_name'])).toContain('"Deprecated, use collections');
  });
});
