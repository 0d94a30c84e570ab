import type { SearchHit } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { connectInProcess } from '../clients/in-process.fixture.js';
import { ecosystem } from './ecosystem/ecosystem-world.fixture.js';
import { connectDialects } from './projects/project-world.fixture.js';
import { ScriptedSearch, callTool, connectQdrant, hit, searched } from './qdrant/qdrant-client.fixture.js';

type Metadata = SearchHit['metadata'];

const PEOPLE = Array.from({ length: 9 }, (_, n) => `Person ${n.toString()}`);
const LISTS = { links: ['Zoë'], attendees: PEOPLE };
const OF_A_NOTE = { type: 'note', source: 'vault', room: 'B' };
const HANDED_IN = { type: 'doc', source: '', room: 'B', ...LISTS };

const Results = z.object({ results: z.array(z.object({ metadata: z.record(z.string(), z.json()) })) });

async function scripted(metadata: Metadata): Promise<ScriptedSearch> {
  const found = { ...hit(1, 'qdrant_ecosystem'), metadata: { ...metadata } };
  const operations = new ScriptedSearch({ hits: [found], coverage: [searched('qdrant_ecosystem')] });
  await operations.ingestDocuments([{ v: 1, collection: 'qdrant_ecosystem', id: '1', content: 'Text 1' }]);
  return operations;
}

/** The metadata of the one hit, as each tool shows it. */
const SHOWN: Readonly<Record<string, (metadata: Metadata) => Promise<unknown>>> = {
  'qdrant-find': async (metadata) => {
    const client = await connectQdrant(await scripted(metadata));
    const { texts } = await callTool(client, 'qdrant-find', { query: 'x', collections: ['*'], mode: 'full' });
    const shown: unknown = JSON.parse(/<metadata>(.*)<\/metadata>/.exec(texts[1] ?? '')?.[1] ?? '');
    return shown;
  },
  qdrant_search_ecosystem: async (metadata) => {
    const client = await connectInProcess(await scripted(metadata), { dialects: [ecosystem()] });
    const { structuredContent } = await client.callTool({
      name: 'qdrant_search_ecosystem',
      arguments: { query: 'x', score_threshold: 0 },
    });
    return Results.parse(structuredContent).results[0]?.metadata;
  },
  search_collections: async (metadata) => {
    const { call } = await connectDialects(await scripted(metadata), 'qdrant-multi');
    const { structured } = await call('search_collections', { query: 'x', collections: ['*'] });
    return Results.parse(structured).results[0]?.metadata;
  },
};

it.each(Object.entries(SHOWN))(
  '%s leaves out links and long lists of a note, and shows what is handed in with all of it',
  async (_, shown) => {
    const note = await shown({ ...OF_A_NOTE, ...LISTS, tags: ['home'] });
    expect(note).toMatchObject({ ...OF_A_NOTE, tags: ['home'] });
    for (const name of Object.keys(LISTS)) expect(note).not.toHaveProperty(name);
    expect(await shown(HANDED_IN)).toMatchObject(HANDED_IN);
  },
);

it('search_collections shows the title and the address of the hit, whatever the document says of itself by the same names', async () => {
  const shown = await SHOWN['search_collections']?.({ ...OF_A_NOTE, title: 1984, uri: 'of mine' });
  expect(shown).toMatchObject({ ...OF_A_NOTE, title: 'Text 1', uri: 'tributary://qdrant_ecosystem/1#0' });
});
