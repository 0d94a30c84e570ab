import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startStandalone } from '@tributary/composition';
import { localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { z } from 'zod';

const Results = z.object({
  results: z.array(
    z.object({ noteTitle: z.string(), chunkIndex: z.number(), totalChunks: z.number(), modificationDate: z.string(), content: z.string() }),
  ),
});

const PARAGRAPHS = [
  'The boiler in the cellar is drained every spring.',
  'It is refilled with soft water until the gauge shows one bar.',
  'The pump beside it hums when its bearing is worn.',
  'A new bearing costs forty euros and an afternoon.',
  'The chimney sweep comes in October and wants coffee.',
  'Ashes are spread between the currant bushes.',
].map((sentence, at) => `## Part ${at.toString()}\n\n${sentence} ${'It has always been done like this in the old house. '.repeat(8)}`);

it('serves collections of ours as knowledge bases at /mcp/notes, each match between its neighbours', async () => {
  await using folder = await temporaryFolder();
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
    ],
  });
  const server = await startStandalone({ configuration, logger: silentLogger });
  const client = new Client({ name: 'test', version: '0' });
  try {
    const context = { principal: localOwner, signal: AbortSignal.timeout(15_000) };
    const stored = await server.operations.store(
      { collection: 'house', id: 'boiler', title: 'The boiler', text: PARAGRAPHS.join('\n\n'), metadata: {} },
      context,
    );
    expect(stored.searchable).toBe(true);
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp/notes', server.url)));
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
    expect((await call('list_knowledge_bases', {})).structuredContent).toMatchObject({
      knowledge_bases: [{ name: 'house', chunk_count: stored.chunks }],
    });
    const search = async (contextMode: string) => {
      const answer = await call('search_knowledge_base', {
        query: 'the pump hums, its bearing is worn',
        collectionName: 'house',
        contextMode,
      });
      const [first] = Results.parse(answer.structuredContent).results;
      if (first === undefined) throw new Error('Nothing was found.');
      return first;
    };
    const near = await search('enhanced');
    expect(near).toMatchObject({ noteTitle: 'The boiler', totalChunks: stored.chunks });
    expect(near.content).toMatch(/^[^]*\n\n\[MATCH START\]\n[^[]*pump beside it hums[^[]*\n\[MATCH END\]\n\n[^]*$/);
    const alone = await search('chunk_only');
    expect(near.content).toContain(`[MATCH START]\n${alone.content.trim()}\n[MATCH END]`);
    const whole = await search('full_note');
    expect(whole.content).toContain(`[MATCH AT CHUNK ${whole.chunkIndex.toString()}]\n`);
    for (const sentence of ['drained every spring', 'refilled with soft water', 'costs forty euros', 'currant bushes'])
      expect(whole.content).toContain(sentence);
    expect(near.content).not.toContain('currant bushes');
  } finally {
    await client.close();
    await server.close();
  }
});
