import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { startChromaServer, type ServedModel } from '@tributary/testing';

const model = new StaticEmbeddingProvider();

/** What Ollama serves in these tests: the shipped model under the name the notes pipeline uses. */
export const OLLAMA_MODEL: ServedModel = {
  name: 'mxbai-embed-large:latest',
  dimension: 256,
  embed: async (texts) => (await model.embed(texts, { kind: 'document' })).map((vector) => [...vector]),
};

/** A note as the pipeline cuts it. */
interface PipelineNote {
  readonly noteId: string;
  readonly title: string;
  readonly chunks: readonly string[];
}

const HOUSE: readonly PipelineNote[] = [
  {
    noteId: 'bear-boiler',
    title: 'The boiler',
    chunks: [
      'The boiler in the cellar is drained every spring.',
      'It is refilled with soft water until the gauge shows one bar.',
      'The pump beside the boiler hums when its bearing is worn.',
      'A new bearing costs forty euros and an afternoon.',
      'The chimney sweep comes in October.',
      'He wants coffee, and a receipt.',
    ],
  },
  { noteId: 'bear-cat', title: 'The cat', chunks: ['The cat takes a worming tablet every three months, hidden in tuna.'] },
];

const HISTORY: readonly PipelineNote[] = [
  {
    noteId: 'wiki-civil-war',
    title: 'American Civil War',
    chunks: ['The war began with the attack on Fort Sumter in April 1861.', 'Lee surrendered at Appomattox in April 1865.'],
  },
];

export const MODIFIED = '2026-03-01T10:00:00Z';
const DATABASE = '/api/v2/tenants/default_tenant/databases/default_database/collections';

/** A Chroma folder as the notes pipeline leaves it: two collections with what it writes beside them and beside each chunk. */
export async function makeNotesFolder(program: string): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const server = await startChromaServer(program);
  await write(server.url, {
    name: 'bear_notes_chunks',
    description: 'Personal notes about the house',
    titleKey: 'noteTitle',
    notes: HOUSE,
  });
  await write(server.url, {
    name: 'wikipedia_history_chunks',
    description: 'Wikipedia articles on world history',
    titleKey: 'title',
    notes: HISTORY,
  });
  await server.crash();
  return { path: server.folder, remove: () => server.remove() };
}

interface PipelineCollection {
  readonly name: string;
  readonly description: string;
  readonly titleKey: 'noteTitle' | 'title';
  readonly notes: readonly PipelineNote[];
}

async function write(url: string, { name, description, titleKey, notes }: PipelineCollection): Promise<void> {
  const metadata = { 'hnsw:space': 'cosine', version: '1.0', description, created_at: '2026-02-01T08:00:00Z' };
  const made = await post(url + DATABASE, { name, metadata });
  const id = typeof made === 'object' && made !== null && 'id' in made ? String(made.id) : '';
  const rows = notes.flatMap(({ noteId, title, chunks }) => chunks.map((text, chunkIndex) => ({ noteId, title, chunkIndex, text })));
  await post(`${url}${DATABASE}/${id}/add`, {
    ids: rows.map(({ noteId, chunkIndex }) => `${noteId}_chunk_${chunkIndex.toString()}`),
    documents: rows.map(({ text }) => text),
    embeddings: await OLLAMA_MODEL.embed(rows.map(({ text }) => text)),
    metadatas: rows.map(({ noteId, title, chunkIndex }) => ({ noteId, [titleKey]: title, chunkIndex, modificationDate: MODIFIED })),
  });
}

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  return response.json();
}

/** Cosine of a text and a question, as the model has them. */
export async function similarity(question: string, text: string): Promise<number> {
  const [a = [], b = []] = await OLLAMA_MODEL.embed([question, text]);
  const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
