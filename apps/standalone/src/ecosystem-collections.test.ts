import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startStandalone } from '@tributary/composition';
import { localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const ALIASES = { fresh: { collection: 'fresh', description: 'Fresh things', model: 'static' } };
const Stored = z.object({ message: z.string() });
const PLACE = { subdirectory: 'docs', source_file: 'a.md' };

const context = () => ({ principal: localOwner, signal: AbortSignal.timeout(30_000) });
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: Awaited<ReturnType<typeof startStandalone>>;
let client: Client;
beforeAll(async () => {
  folder = await temporaryFolder();
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['dialects', 'ecosystem'], value: { collections: ALIASES }, flag: 'dialects.ecosystem' },
    ],
  });
  server = await startStandalone({ configuration, logger: silentLogger });
  client = new Client({ name: 'test', version: '0' });
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp/ecosystem', server.url)));
}, 60_000);
afterAll(async () => {
  await client.close();
  await server.close();
  await folder.remove();
});

async function store(text: string, metadata: Record<string, unknown> = PLACE): Promise<unknown> {
  const { structuredContent } = await client.callTool({ name: 'qdrant_store_fresh', arguments: { text, metadata } });
  return structuredContent;
}

async function stored(): Promise<readonly string[]> {
  const { points } = await server.operations.getPoints({ collection: 'fresh', limit: 100 }, context());
  return points.map(({ content }) => content).toSorted();
}

describe('the dialect ecosystem where the collection of an alias is missing', () => {
  it('keeps every text of several calls at once', async () => {
    const texts = ['one', 'two', 'three', 'four', 'five'];
    const answers = await Promise.all(texts.map((text) => store(text)));
    expect(answers.map((answer) => Stored.parse(answer).message.slice(0, 15))).toEqual(texts.map(() => 'Stored in fresh'));
    expect(await stored()).toEqual(texts.toSorted());
    expect((await server.operations.getCollection('fresh', context())).description).toBe('Fresh things');
  });

  it.each([PLACE, { id: 'mine' }])('keeps a text with %j after it was removed', async (metadata) => {
    await server.operations.removeCollection('fresh', context());
    await store('again', metadata);
    expect(await stored()).toEqual(['again']);
  });
});
