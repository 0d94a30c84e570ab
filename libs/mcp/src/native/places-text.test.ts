import { SearchAnswer, type CollectionSummary, type SearchRequest } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { connectInProcess } from '../clients/in-process.fixture.js';

const SHOP = { source: 'shop', location: '/srv/shop' };

/** Tells where the files of its collections lie. */
class PlacedOperations extends MemoryOperations {
  folders: SearchAnswer['folders'] = [
    { collection: 'shop-code', ...SHOP },
    { collection: 'shop-docs', ...SHOP },
    { collection: 'all', source: 'a', location: '/srv/a' },
    { collection: 'all', source: 'b', location: '/srv/b' },
  ];

  override async search(request: SearchRequest, context: Parameters<MemoryOperations['search']>[1]) {
    return { ...(await super.search(request, context)), folders: this.folders };
  }

  override async listCollections(): Promise<readonly CollectionSummary[]> {
    const folders = ['a', 'b', 'c', 'd'].map((source) => ({ source, location: `/srv/${source}` }));
    return (await super.listCollections()).map((summary) => (summary.name === 'all' ? { ...summary, folders } : summary));
  }
}

async function call(name: string, args: object, { maxAnswerTokens = 10_000 } = {}) {
  const operations = new PlacedOperations();
  const ingest = (collection: string, note: string) =>
    operations.ingestDocuments([{ v: 1, collection, id: 'a', content: 'backup', metadata: { note } }]);
  await ingest('shop-code', 'short');
  await ingest('all', 'x'.repeat(5_000));
  const client = await connectInProcess(operations, { maxAnswerTokens });
  const { content, structuredContent } = await client.callTool({ name, arguments: { ...args } });
  return { text: JSON.stringify(content), structuredContent };
}

it('say once for each place below which folder the paths of hits lie', async () => {
  const { text } = await call('search', { query: 'backup' });
  expect(text.split('Paths lie below')).toHaveLength(2);
  expect(text).toContain(String.raw`Paths lie below /srv/shop (shop-code, shop-docs); /srv/a (all/a); /srv/b (all/b)\n\n1. `);
  expect((await call('search', { query: 'nothing of it' })).text).not.toContain('Paths lie');
});

it('go with the hits that are left out', async () => {
  const { structuredContent } = await call('search', { query: 'backup' }, { maxAnswerTokens: 1_000 });
  const { hits, folders } = SearchAnswer.parse(structuredContent);
  expect(hits.map(({ collection }) => collection)).toEqual(['shop-code']);
  expect(folders).toEqual([{ collection: 'shop-code', ...SHOP }]);
});

it('stand with each collection, three of them', async () => {
  const { text } = await call('list_collections', {});
  expect(text).toContain('ready · files in /srv/a, /srv/b, /srv/c and more');
  expect(text.split('files in')).toHaveLength(2);
});
