import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { eventually, findChromaProgram, freePort, startOllamaServer, temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAIN, tributary } from '../../../running/tributary.fixture.js';
import { MODIFIED, OLLAMA_MODEL, makeNotesFolder, similarity } from './notes-folder.fixture.js';

const supply = findChromaProgram();
const program = supply.kind === 'program' ? supply.command : '';

const Answer = z.object({
  results: z.array(
    z.object({
      noteTitle: z.string(),
      noteId: z.string(),
      chunkIndex: z.number(),
      totalChunks: z.number(),
      modificationDate: z.string(),
      collectionName: z.string(),
      similarityScore: z.number(),
      content: z.string(),
    }),
  ),
});

describe('notes of a Chroma folder', { timeout: 120_000 }, () => {
  beforeEach((context) => {
    if (supply.kind === 'none') context.skip(supply.reason);
  });
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let notes = { path: '', remove: () => Promise.resolve() };
  let ollama: Awaited<ReturnType<typeof startOllamaServer>>;
  const written: string[] = [];
  beforeAll(async () => {
    folder = await temporaryFolder();
    ollama = await startOllamaServer(OLLAMA_MODEL);
    if (program !== '') notes = await makeNotesFolder(program);
  }, 120_000);
  afterAll(async () => {
    await ollama.stop();
    await notes.remove();
    await folder.remove();
  });

  const environment = () => ({ HOME: folder.path, PATH: `${dirname(program)}:/usr/bin:/bin`, OLLAMA_HOST: ollama.url });
  async function config(settings: object): Promise<string> {
    const file = join(folder.path, `${written.length.toString()}.json`);
    written.push(file);
    await writeFile(file, JSON.stringify(settings));
    return file;
  }
  const start = (file: string, env: Readonly<Record<string, string>> = environment()) =>
    tributary(['mcp', '--dialect', 'notes', '--config', file], { env });

  it('ends at once, with one sentence that says what to do, where something it needs is missing [003-19] [003-20] [003-21] [003-22] [003-23] [003-24] [003-49]', async () => {
    const empty = join(folder.path, 'empty');
    await mkdir(empty);
    const [here, missing] = [await config({ chromadb_path: notes.path }), join(folder.path, 'none.json')];
    const port = (await freePort()).toString();
    const ended = await Promise.all([
      start(await config({ chromadb_path: '/nowhere/chroma' })),
      start(await config({ chromadb_path: empty })),
      start(here, { ...environment(), PATH: empty }),
      start(here, { ...environment(), OLLAMA_HOST: `127.0.0.1:${port}` }),
      start(await config({ chromadb_path: notes.path, embedding_model: 'nomic-embed-text' })),
      start(missing),
    ]);
    const said = ended.map(({ code, stdout, stderr }) => [code, stdout, stderr.replace(/^Set up by .*\n/, '').trimEnd()]);
    expect(said).toEqual([
      [
        78,
        '',
        `chromadb_path in ${written[1] ?? ''}: no such folder: "/nowhere/chroma". Write the absolute path of the folder the notes pipeline writes to, such as "/home/me/notes/chromadb_data".`,
      ],
      [1, '', `There is no collection in the Chroma folder ${empty}: run the notes pipeline to make one, or correct chromadb_path.`],
      [1, '', 'The engine notes is a Chroma folder, and there is no program chroma on the PATH to serve it: pip install chromadb'],
      [
        1,
        '',
        `The notes cannot be searched. Ollama at http://127.0.0.1:${port} (model mxbai-embed-large:latest) does not answer (nothing listens there). Start it with \`ollama serve\`, or correct models.notes.url.`,
      ],
      [
        1,
        '',
        `The notes cannot be searched. Ollama at ${ollama.url} has no model nomic-embed-text. Fetch it with \`ollama pull nomic-embed-text\`.`,
      ],
      [78, '', expect.stringContaining(`${missing}: cannot be read`)],
    ]);
  });

  describe('over stdio', () => {
    const client = new Client({ name: 'test', version: '0' });
    const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args }, { timeout: 60_000 });
    const search = async (args: Record<string, unknown>) =>
      Answer.parse((await call('search_knowledge_base', args)).structuredContent).results;
    beforeAll(async () => {
      if (supply.kind === 'none') return;
      const file = await config({ chromadb_path: notes.path, default_max_results: 2, embedding_model: 'mxbai-embed-large:latest' });
      const args = ['--disable-warning=ExperimentalWarning', MAIN, 'mcp', '--dialect', 'notes', '--config', file];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, env: environment(), stderr: 'ignore' }));
    }, 60_000);
    afterAll(() => client.close());

    it('are listed as the pipeline described them, all by one server [003-06] [003-31]', async () => {
      const created_at = '2026-02-01T08:00:00.000Z';
      expect((await call('list_knowledge_bases')).structuredContent).toEqual({
        knowledge_bases: [
          { name: 'bear_notes_chunks', description: 'Personal notes about the house', chunk_count: 7, created_at },
          { name: 'wikipedia_history_chunks', description: 'Wikipedia articles on world history', chunk_count: 2, created_at },
        ],
      });
    });

    it('are searched in the three modes by the vectors Ollama makes [003-12]', async () => {
      const query = 'why does the pump hum';
      const score: unknown = expect.closeTo(await similarity(query, 'The pump beside the boiler hums when its bearing is worn.'), 4);
      const found = await search({ query, collectionName: 'bear_notes_chunks' });
      expect(found).toHaveLength(2);
      expect(found[0]).toEqual({
        noteTitle: 'The boiler',
        noteId: 'bear-boiler',
        chunkIndex: 2,
        totalChunks: 6,
        modificationDate: MODIFIED,
        collectionName: 'bear_notes_chunks',
        similarityScore: score,
        content:
          'The boiler in the cellar is drained every spring.\n\nIt is refilled with soft water until the gauge shows one bar.\n\n[MATCH START]\nThe pump beside the boiler hums when its bearing is worn.\n[MATCH END]\n\nA new bearing costs forty euros and an afternoon.\n\nThe chimney sweep comes in October.',
      });
      const whole = await search({ query, collectionName: 'bear_notes_chunks', contextMode: 'full_note' });
      expect(whole[0]?.content).toContain('one bar.\n\n[MATCH AT CHUNK 2]\nThe pump');
      expect(whole[0]?.content).toContain('a receipt.');
      const [titled] = await search({ query: 'who surrendered', collection_name: 'wikipedia_history_chunks', context_mode: 'chunk_only' });
      const content = 'Lee surrendered at Appomattox in April 1865.';
      expect(titled).toMatchObject({ noteTitle: 'American Civil War', chunkIndex: 1, totalChunks: 2, content });
    });

    it('answer within two seconds [003-48]', async () => {
      // The fastest tells what the server needs; the others, what else runs on the machine. Each asks what was not asked before.
      let asked = 0;
      await eventually(async () => {
        asked += 1;
        const from = performance.now();
        await search({ query: `the price of ${asked.toString()} bearings`, collectionName: 'bear_notes_chunks' });
        expect(performance.now() - from).toBeLessThan(2_000);
      });
    });

    it('say how to start Ollama when it is gone', async () => {
      await ollama.stop();
      const failed = await call('search_knowledge_base', { query: 'chimney sweep', collectionName: 'bear_notes_chunks' });
      expect(failed.isError).toBe(true);
      expect(JSON.stringify(failed.content)).toMatch(/The embedding service is down\. Ollama at .* Start it with `ollama serve`/);
      await ollama.restart();
      const { isError = false } = await call('search_knowledge_base', { query: 'chimney sweep', collectionName: 'bear_notes_chunks' });
      expect(isError).toBe(false);
    });
  });
});
