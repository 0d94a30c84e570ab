import { md5Uuid } from '@tributary/kernel/ids';

/** A passage as a test wants it stored. */
interface Passage {
  readonly title: string;
  readonly file: string;
  /** Number of the passage in its file. */
  readonly n: number;
  readonly text: string;
}

/** A point as one of the other tools writes it. */
interface ToolPoint {
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly document?: string;
}

/** How another tool stores passages, and what should be found there. */
export interface OtherTool {
  readonly tool: string;
  readonly engine: 'qdrant' | 'chroma';
  readonly vector: string;
  readonly metadata: Readonly<Record<string, string | number>>;
  readonly point: (passage: Passage) => ToolPoint;
  readonly layout: string;
  readonly fields: Readonly<Record<string, string>>;
}

const WRITTEN = '2026-03-01T10:00:00Z';
const idOf = ({ file, n }: Passage) => md5Uuid(`${file}/${n.toString()}`);

const nodeContent = (passage: Passage, text: string) =>
  JSON.stringify({
    id_: idOf(passage),
    embedding: null,
    metadata: { file_name: passage.file, file_path: `/data/${passage.file}` },
    relationships: { 1: { node_id: passage.file } },
    text,
    start_char_idx: 0,
    class_name: 'TextNode',
  });

const llamaFields = (passage: Passage) => ({
  file_name: passage.file,
  file_path: `/data/${passage.file}`,
  last_modified_date: '2026-03-01',
  _node_type: 'TextNode',
  document_id: passage.file,
  doc_id: passage.file,
  ref_doc_id: passage.file,
});

/** The layouts as the tools themselves write them. */
export const OTHER_TOOLS: readonly OtherTool[] = [
  {
    tool: 'mcp-server-qdrant',
    engine: 'qdrant',
    vector: 'fast-static',
    metadata: {},
    point: (passage) => ({ id: idOf(passage), payload: { document: passage.text, metadata: { source: passage.file } } }),
    layout: 'mcp-server-qdrant',
    fields: { text: 'document', metadata: 'metadata', source: 'metadata.source' },
  },
  {
    tool: 'LangChain on Qdrant',
    engine: 'qdrant',
    vector: '',
    metadata: {},
    point: (passage) => ({
      id: idOf(passage),
      payload: { page_content: passage.text, metadata: { source: passage.file, title: passage.title, page: passage.n } },
    }),
    layout: 'langchain',
    fields: { text: 'page_content', metadata: 'metadata', source: 'metadata.source', title: 'metadata.title' },
  },
  {
    tool: 'LlamaIndex on Qdrant',
    engine: 'qdrant',
    vector: 'text-dense',
    metadata: {},
    point: (passage) => ({
      id: idOf(passage),
      payload: { ...llamaFields(passage), _node_content: nodeContent(passage, passage.text) },
    }),
    layout: 'llama-index',
    fields: { text: '_node_content.text', metadata: '', document: 'ref_doc_id', path: 'file_path', modified_at: 'last_modified_date' },
  },
  {
    tool: 'LlamaIndex on Chroma',
    engine: 'chroma',
    vector: '',
    metadata: {},
    point: (passage) => ({
      id: idOf(passage),
      payload: { ...llamaFields(passage), _node_content: nodeContent(passage, '') },
      document: passage.text,
    }),
    layout: 'llama-index',
    fields: { text: '$document', metadata: '', document: 'ref_doc_id', path: 'file_path' },
  },
  {
    tool: 'Haystack',
    engine: 'qdrant',
    vector: '',
    metadata: {},
    point: (passage) => ({
      id: idOf(passage),
      payload: {
        id: idOf(passage),
        content: passage.text,
        blob: null,
        score: null,
        meta: { file_path: passage.file, source_id: md5Uuid(passage.file), split_id: passage.n, page_number: 1 },
      },
    }),
    layout: 'haystack',
    fields: { text: 'content', metadata: 'meta', document: 'meta.source_id', chunk_index: 'meta.split_id', path: 'meta.file_path' },
  },
  {
    tool: 'a Chroma script',
    engine: 'chroma',
    vector: '',
    metadata: { 'hnsw:space': 'cosine' },
    point: (passage) => ({ id: idOf(passage), payload: { source: passage.file }, document: passage.text }),
    layout: 'chroma',
    fields: { text: '$document', metadata: '', source: 'source' },
  },
  {
    tool: 'the notes pipeline',
    engine: 'chroma',
    vector: '',
    metadata: { description: 'Notes about the house', created_at: WRITTEN, version: '1.0', 'hnsw:space': 'cosine' },
    point: (passage) => ({
      id: idOf(passage),
      payload: { noteId: passage.file, noteTitle: passage.title, chunkIndex: passage.n, modificationDate: WRITTEN },
      document: passage.text,
    }),
    layout: 'notes',
    fields: {
      text: '$document',
      metadata: '',
      title: 'noteTitle',
      document: 'noteId',
      chunk_index: 'chunkIndex',
      modified_at: 'modificationDate',
    },
  },
  {
    tool: 'claude-context',
    engine: 'qdrant',
    vector: '',
    metadata: {},
    point: (passage) => ({
      id: idOf(passage),
      payload: {
        content: passage.text,
        relativePath: `src/${passage.file}`,
        startLine: 10 * passage.n + 1,
        endLine: 10 * passage.n + 10,
        fileExtension: '.md',
        metadata: '{"language":"markdown"}',
      },
    }),
    layout: 'claude-context',
    fields: {
      text: 'content',
      metadata: '',
      path: 'relativePath',
      document: 'relativePath',
      start_line: 'startLine',
      end_line: 'endLine',
    },
  },
  {
    tool: 'n8n',
    engine: 'qdrant',
    vector: '',
    metadata: {},
    point: (passage) => ({
      id: idOf(passage),
      payload: {
        content: passage.text,
        metadata: { source: 'blob', blobType: 'text/plain', loc: { lines: { from: 3 * passage.n + 1, to: 3 * passage.n + 3 } } },
      },
    }),
    layout: 'langchain-js',
    fields: {
      text: 'content',
      metadata: 'metadata',
      source: 'metadata.source',
      start_line: 'metadata.loc.lines.from',
      end_line: 'metadata.loc.lines.to',
    },
  },
  {
    tool: 'Open WebUI',
    engine: 'qdrant',
    vector: '',
    metadata: {},
    point: (passage) => ({
      id: idOf(passage),
      payload: {
        text: passage.text,
        metadata: {
          file_id: md5Uuid(passage.file),
          name: passage.file,
          source: passage.file,
          created_by: 'u1',
          start_index: 400 * passage.n,
        },
        tenant_id: 'house',
      },
    }),
    layout: 'open-webui',
    fields: { text: 'text', metadata: 'metadata', title: 'metadata.name', document: 'metadata.file_id', source: 'metadata.source' },
  },
  {
    tool: 'a plain script',
    engine: 'qdrant',
    vector: '',
    metadata: {},
    point: (passage) => ({ id: idOf(passage), payload: { body: passage.text, name: passage.title, created: WRITTEN } }),
    layout: 'plain',
    fields: { text: 'body', metadata: '', title: 'name', created_at: 'created' },
  },
];

const SUBJECTS = [
  ['boiler.md', 'The boiler', 'The boiler in the cellar is drained every spring and refilled with soft water.'],
  ['boiler.md', 'The boiler', 'Its pressure gauge must stay between one and two bar while it heats.'],
  ['roof.md', 'The roof', 'Slates on the north side were replaced after the storm in January.'],
  ['roof.md', 'The roof', 'Gutters overflow when leaves of the lime tree block the downpipe.'],
  ['garden.md', 'The garden', 'Tomatoes need a south wall, mulch and steady watering in July.'],
  ['garden.md', 'The garden', 'The hedge is cut twice a year, never while blackbirds are nesting.'],
  ['cat.md', 'The cat', 'The cat takes a worming tablet every three months, hidden in tuna.'],
  ['wifi.md', 'The network', 'The guest network is switched off at night by a timer of the router.'],
  ['wifi.md', 'The network', 'Reset the access point by holding its button for ten seconds.'],
  ['bikes.md', 'Bicycles', 'Chains are oiled after every ride in the rain, tyres pumped to four bar.'],
] as const;

/** Ten passages about a house, of six files. */
export const PASSAGES: readonly Passage[] = SUBJECTS.map(([file, title, text], at) => ({
  file,
  title,
  text,
  n: SUBJECTS.slice(0, at).filter(([other]) => other === file).length,
}));
