import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectInProcess } from '../../clients/in-process.fixture.js';
import { createNotesDialect } from './notes-dialect.js';
import type { NotesSettings } from './notes-settings.js';
import { CIVIL_WAR, NotesWorld, exampleWorld } from './notes-world.fixture.js';

async function connect(world: NotesWorld, settings: NotesSettings = {}) {
  const client = await connectInProcess(world, { dialects: [createNotesDialect(settings)] });
  return {
    client,
    call: async (name: string, args: Record<string, unknown> = {}) => {
      const { isError = false, content, structuredContent } = await client.callTool({ name, arguments: args });
      const [first] = content;
      return { isError, text: first?.type === 'text' ? first.text : '', structuredContent };
    },
  };
}

/** The matcher, typed: vitest gives `any`. */
function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

type Notes = Awaited<ReturnType<typeof connect>>;

const HISTORY = { query: 'Gettysburg', collectionName: 'wikipedia_history_chunks' };

describe('the tools of notes', () => {
  let notes: Notes;
  beforeAll(async () => {
    notes = await connect(exampleWorld());
  });
  afterAll(() => notes.client.close());

  it('are exactly those of fixtures/tool-list.json [003-07] [003-08]', async () => {
    const { tools } = await notes.client.listTools();
    await expect(`${JSON.stringify(tools, undefined, 2)}\n`).toMatchFileSnapshot('fixtures/tool-list.json');
  });

  it('say in the description when to use which mode [003-42]', async () => {
    const { tools } = await notes.client.listTools();
    expect(tools[1]?.description).toContain(
      'Use enhanced mode for questions requiring context, chunk_only for quick lookups, full_note when user explicitly needs complete note',
    );
  });

  it('answer a scripted conversation as fixtures/conversation.json has it [003-01] [003-02] [003-03]', async () => {
    const calls: readonly (readonly [string, Record<string, unknown>])[] = [
      ['list_knowledge_bases', {}],
      ['search_knowledge_base', { query: 'What did I write about Python?', collectionName: 'bear_notes_chunks' }],
      ['search_knowledge_base', { query: 'major events war', collectionName: 'wikipedia_history_chunks' }],
      ['search_knowledge_base', { ...HISTORY, contextMode: 'chunk_only' }],
      ['search_knowledge_base', { ...HISTORY, contextMode: 'full_note' }],
      ['search_knowledge_base', { query: 'nothing', collectionName: 'bear_notes_chunks' }],
      ['search_knowledge_base', { query: 'Python', collectionName: 'bear_notes' }],
      ['search_knowledge_base', { query: ' ', collectionName: 'own' }],
      ['search_knowledge_base', { query: 'x', collectionName: 'own', contextMode: 'all' }],
      ['search_knowledge_base', { query: 'x' }],
    ];
    const answers = [];
    for (const [tool, args] of calls) answers.push({ tool, args, answer: await notes.call(tool, args) });
    await expect(`${JSON.stringify(answers, undefined, 2)}\n`).toMatchFileSnapshot('fixtures/conversation.json');
  });
});

describe('the example questions', () => {
  const bases = {
    bear_notes_chunks: ['Personal notes on software development', 'I wrote about Python generators.'],
    wikipedia_history_chunks: ['Wikipedia articles on world history', 'Key events of the American Civil War: Sumter, Gettysburg.'],
    b4_docs_chunks: ['GitHub b4 repository documentation', 'The b4 patch command applies a series.'],
    wikipedia_general_chunks: ['50,000 best Wikipedia articles for general knowledge', 'Tokyo has a population of 14 million.'],
  } as const;
  const world = () =>
    new NotesWorld(
      Object.fromEntries(
        Object.entries(bases).map(([name, [description, text]]) => [
          name,
          { description, createdAt: '', foreign: 'found', notes: [{ id: name, title: name, modified: '', chunks: [text] }] },
        ]),
      ),
    );

  it.each<[string, keyof typeof bases, string]>([
    ['What did I write about Python?', 'bear_notes_chunks', '003-44'],
    ['What were the key events of the American Civil War?', 'wikipedia_history_chunks', '003-45'],
    ['How do I use the b4 patch command?', 'b4_docs_chunks', '003-46'],
    ["What's the current population of Tokyo?", 'wikipedia_general_chunks', '003-47'],
  ])('%s is answered by %s, which the list describes word for word [%s]', async (query, collectionName) => {
    const { call } = await connect(world());
    expect((await call('list_knowledge_bases')).structuredContent).toMatchObject({
      knowledge_bases: Object.entries(bases).map(([name, [description]]) => ({ name, description })),
    });
    const { structuredContent } = await call('search_knowledge_base', { query, collectionName, contextMode: 'chunk_only' });
    expect(structuredContent).toMatchObject({ results: [{ collectionName, content: bases[collectionName][1] }] });
  });
});

describe('list_knowledge_bases', () => {
  it('gives name, description, chunk count and date of every one [003-09] [003-38]', async () => {
    const { call } = await connect(exampleWorld());
    const { structuredContent } = await call('list_knowledge_bases');
    expect(structuredContent).toEqual({
      knowledge_bases: [
        {
          name: 'bear_notes_chunks',
          description: 'Personal notes on software development',
          chunk_count: 2,
          created_at: '2026-01-01T00:00:00.000Z',
        },
        {
          name: 'wikipedia_history_chunks',
          description: 'Wikipedia articles on world history',
          chunk_count: 6,
          created_at: '2026-01-02T00:00:00.000Z',
        },
        { name: 'own', description: 'Notes of ours', chunk_count: 6, created_at: '2026-01-03T00:00:00.000Z' },
      ],
    });
  });

  it('shows one that was made meanwhile, without a restart [003-05] [003-32] [003-50]', async () => {
    const world = exampleWorld();
    const { call } = await connect(world);
    await call('list_knowledge_bases');
    world.collectionsByName.set('b4_docs_chunks', {
      description: 'GitHub b4 repository documentation',
      createdAt: '',
      foreign: 'found',
      notes: [],
    });
    expect((await call('list_knowledge_bases')).text).toContain(
      '{"name":"b4_docs_chunks","description":"GitHub b4 repository documentation","chunk_count":0,"created_at":null}',
    );
  });

  it('is an error with the path to check while the engine does not answer [003-10] [003-27]', async () => {
    class Down extends NotesWorld {
      override async listCollections() {
        const [row] = await exampleWorld().listCollections();
        return row === undefined
          ? []
          : [
              {
                ...row,
                name: 'notes/*',
                status: 'failed' as const,
                status_reason: 'its collections could not be listed: the Chroma server does not answer.',
              },
            ];
      }
    }
    const { call } = await connect(new Down({}), { chromadbPath: '/data/chroma' });
    for (const answer of [await call('list_knowledge_bases'), await call('search_knowledge_base', HISTORY)]) {
      expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: 'ENGINE.UNAVAILABLE' } } });
      expect(answer.text).toBe(
        'The Chroma server does not answer. Check that chromadb_path, /data/chroma, is the folder the notes pipeline writes to, and that its data are intact.',
      );
    }
  });
});

describe('search_knowledge_base', () => {
  it('gives every result its note, place, date, collection and score [003-14] [003-15]', async () => {
    const { call } = await connect(exampleWorld());
    const { structuredContent } = await call('search_knowledge_base', { ...HISTORY, contextMode: 'chunk_only' });
    expect(structuredContent).toEqual({
      results: [
        {
          noteTitle: 'American Civil War',
          noteId: 'wiki/civil-war',
          chunkIndex: 4,
          totalChunks: 6,
          modificationDate: '2026-02-01T09:00:00Z',
          collectionName: 'wikipedia_history_chunks',
          similarityScore: 1,
          content: 'Gettysburg turned the war.',
        },
      ],
    });
  });

  it.each(['wikipedia_history_chunks', 'own'])(
    'shows two chunks on each side of a match in %s unless told otherwise [003-16]',
    async (collectionName) => {
      const { call } = await connect(exampleWorld());
      const { structuredContent } = await call('search_knowledge_base', { query: 'Vicksburg', collectionName });
      expect(structuredContent).toMatchObject({
        results: [
          {
            totalChunks: 6,
            content:
              'The war began at Fort Sumter.\n\nAntietam stopped the first invasion.\n\n[MATCH START]\nVicksburg gave the Union the river.\n[MATCH END]\n\nGettysburg turned the war.\n\nIt ended at Appomattox.',
          },
        ],
      });
    },
  );

  it('shows at the ends of a note what is there [003-17]', async () => {
    const { call } = await connect(exampleWorld());
    const { text } = await call('search_knowledge_base', { query: 'Appomattox', collectionName: 'own' });
    expect(text).toContain(
      'Vicksburg gave the Union the river.\\n\\nGettysburg turned the war.\\n\\n[MATCH START]\\nIt ended at Appomattox.\\n[MATCH END]"',
    );
  });

  it('gives the whole note with the number of the match as it is stored [003-18]', async () => {
    const { call } = await connect(exampleWorld());
    const { structuredContent } = await call('search_knowledge_base', { ...HISTORY, contextMode: 'full_note' });
    const content = CIVIL_WAR.chunks.join('\n\n').replace('Gettysburg', '[MATCH AT CHUNK 4]\nGettysburg');
    expect(structuredContent).toMatchObject({ results: [{ chunkIndex: 4, content }] });
  });

  it('takes collection_name and context_mode as well, and refuses what it does not know', async () => {
    const { call } = await connect(exampleWorld());
    const other = await call('search_knowledge_base', { query: 'Gettysburg', collection_name: 'own', context_mode: 'chunk_only' });
    expect(other.structuredContent).toMatchObject({ results: [{ content: 'Gettysburg turned the war.' }] });
    const refused = await call('search_knowledge_base', { ...HISTORY, maxResults: 3 });
    expect(refused.text).toBe('Unknown field "maxResults": the fields are query, collectionName, contextMode.');
  });

  it('searches by meaning, the named one alone, with as many results as set up [003-11] [003-30] [003-39]', async () => {
    const world = exampleWorld();
    for (const maxResults of [undefined, 2]) {
      const { call } = await connect(world, { maxResults });
      const { structuredContent } = await call('search_knowledge_base', {
        query: 'the war',
        collectionName: 'own',
        contextMode: 'chunk_only',
      });
      expect(structuredContent).toMatchObject({ results: { length: maxResults ?? 3 } });
    }
    expect(world.requests).toMatchObject(
      [3, 2].map((limit) => ({ algorithm: 'semantic', rerank: false, collections: ['own'], limit, per_document: limit })),
    );
  });

  it('sends who names one that is not there to list_knowledge_bases [003-04] [003-13]', async () => {
    const { call } = await connect(exampleWorld());
    for (const collectionName of ['wiki', '*', 'bear*', 'a/b/c', '../x']) {
      const answer = await call('search_knowledge_base', { query: 'x', collectionName });
      expect(answer).toMatchObject({ isError: true, structuredContent: { error: { code: 'COLLECTION.NOT_FOUND' } } });
      expect(answer.text).toBe(
        `There is no knowledge base "${collectionName}". Call list_knowledge_bases first, then search one of those it names.`,
      );
    }
  });

  it('counts the chunks where nobody stored how many there are, and believes who did', async () => {
    const note = { id: 'n', title: 'N', modified: '', chunks: ['alpha', 'beta'] };
    const told = { ...note, metadata: { totalChunks: 7 } };
    const collection = { description: '', createdAt: '', foreign: 'found' as const };
    const { call } = await connect(new NotesWorld({ counted: { ...collection, notes: [note] }, told: { ...collection, notes: [told] } }));
    for (const [collectionName, totalChunks] of [
      ['counted', 2],
      ['told', 7],
    ] as const) {
      for (const contextMode of ['chunk_only', 'enhanced']) {
        expect((await call('search_knowledge_base', { query: 'alpha', collectionName, contextMode })).structuredContent).toMatchObject({
          results: [{ totalChunks }],
        });
      }
    }
  });

  it('reads a note again until one whole version is there, and says when that does not come', async () => {
    const world = exampleWorld();
    const { call } = await connect(world);
    const own = world.collectionsByName.get('own');
    let reads = 0;
    const half = { ...CIVIL_WAR, modified: '2026-03-03T00:00:00Z', chunks: ['Gettysburg, again.'] };
    world.beforeRead = () => {
      reads += 1;
      if (own)
        world.collectionsByName.set('own', {
          ...own,
          notes: reads < 3 ? [{ ...CIVIL_WAR, chunks: CIVIL_WAR.chunks.slice(0, 4) }] : [CIVIL_WAR],
        });
    };
    const search = { query: 'Gettysburg', collectionName: 'own', contextMode: 'full_note' };
    expect((await call('search_knowledge_base', search)).structuredContent).toMatchObject({
      results: [{ content: CIVIL_WAR.chunks.join('\n\n').replace('Gettysburg', '[MATCH AT CHUNK 4]\nGettysburg') }],
    });
    expect(reads).toBe(3);
    world.beforeRead = () => {
      if (own) world.collectionsByName.set('own', { ...own, notes: [half] });
    };
    const { structuredContent } = await call('search_knowledge_base', search);
    expect(structuredContent).toMatchObject({
      results: [{ content: '[MATCH AT CHUNK 4]\nGettysburg turned the war.', notice: matching(/^stale: /) }],
    });
  });

  it('says how to start Ollama when it is away, also where its absence left the model unknown [003-28] [003-29]', async () => {
    const away =
      'Ollama at http://127.0.0.1:11434 (model mxbai-embed-large:latest) does not answer (ECONNREFUSED). Start it with `ollama serve`, or correct models.notes.url.';
    const world = exampleWorld();
    const { call } = await connect(world);
    world.failure = { status: 'failed', code: 'EMBEDDER.UNAVAILABLE', reason: `semantic: ${away}` };
    expect(await call('search_knowledge_base', HISTORY)).toMatchObject({
      isError: true,
      text: `The embedding service is down. ${away}`,
      structuredContent: { error: { code: 'EMBEDDER.UNAVAILABLE' } },
    });
    world.failure = { status: 'incompatible', code: 'MODEL.UNKNOWN', reason: 'No configured model makes its vectors.' };
    world.embedder = away;
    expect((await call('search_knowledge_base', HISTORY)).text).toBe(`The embedding service is down. ${away}`);
  });

  it('logs the path when Chroma fails, and says to check it and the data [003-26]', async () => {
    const world = exampleWorld();
    const logged: unknown[] = [];
    const dialects = [createNotesDialect({ chromadbPath: '/data/chroma' })];
    const client = await connectInProcess(world, { dialects, log: (message, fields) => logged.push({ message, ...fields }) });
    world.failure = { status: 'failed', code: 'ENGINE.UNAVAILABLE', reason: 'The Chroma server failed: disk I/O error' };
    const { content } = await client.callTool({ name: 'search_knowledge_base', arguments: HISTORY });
    expect(content).toEqual([
      {
        type: 'text',
        text: 'The Chroma server failed: disk I/O error. Check that chromadb_path, /data/chroma, is the folder the notes pipeline writes to, and that its data are intact.',
      },
    ]);
    expect(logged).toEqual([{ message: 'a knowledge base cannot be searched', code: 'ENGINE.UNAVAILABLE', chromadb_path: '/data/chroma' }]);
  });

  it('keeps a long note within the size of an answer, shown around its match, and says so', async () => {
    const chunks = Array.from({ length: 400 }, (_, at) => `Chunk ${at.toString()} ${'long text '.repeat(40)}${at === 300 ? 'needle' : ''}`);
    const notes = [
      { id: 'n', title: 'N', modified: '', chunks },
      { id: 'm', title: 'M', modified: '', chunks: ['needle'] },
    ];
    const { call } = await connect(new NotesWorld({ big: { description: '', createdAt: '', notes } }));
    const { text, structuredContent } = await call('search_knowledge_base', {
      query: 'needle',
      collectionName: 'big',
      contextMode: 'full_note',
    });
    expect(text.length).toBeLessThan(40_000);
    expect(text).toContain('[MATCH AT CHUNK 300]');
    expect(structuredContent).toMatchObject({
      results: { length: 1 },
      message: matching(/^1 more result is left out .* The content is cut /),
    });
  });
});
