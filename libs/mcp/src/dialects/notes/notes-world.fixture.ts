import {
  SearchAnswer,
  type CollectionSummary,
  type Coverage,
  type PointView,
  type PointsInput,
  type SearchRequest,
} from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { MemoryOperations } from '@tributary/testing';

/** A note as chunks, the way a pipeline cuts it. */
interface TestNote {
  readonly id: string;
  readonly title: string;
  readonly modified: string;
  readonly chunks: readonly string[];
  /** What the maker stored beside each chunk. */
  readonly metadata?: PointView['metadata'];
}

interface TestCollection {
  readonly description: string;
  readonly createdAt: string;
  readonly foreign?: 'found';
  readonly notes: readonly TestNote[];
}

/** Notes in memory, cut into chunks; a chunk is the nearer the more words of the query it has. */
export class NotesWorld extends MemoryOperations {
  /** What a search says of the collection, instead of having searched it. */
  failure: Pick<Coverage, 'status' | 'code' | 'reason'> | undefined;
  /** What the embedder’s health says. */
  embedder: string | undefined;
  /** Called before every read of a note’s chunks. */
  beforeRead: () => void = () => undefined;
  readonly collectionsByName: Map<string, TestCollection>;
  readonly requests: SearchRequest[] = [];

  constructor(collections: Readonly<Record<string, TestCollection>>) {
    super();
    this.collectionsByName = new Map(Object.entries(collections));
  }

  override listCollections(): Promise<readonly CollectionSummary[]> {
    return Promise.resolve([...this.collectionsByName].map(([name, collection]) => summarise(name, collection)));
  }

  override getCollection(name: string): Promise<CollectionSummary> {
    const collection = this.collectionsByName.get(name);
    if (collection) return Promise.resolve(summarise(name, collection));
    return Promise.reject(permanent('COLLECTION.NOT_FOUND', `There is no collection ${name}.`, { category: 'not_found' }));
  }

  override search(request: SearchRequest): Promise<SearchAnswer> {
    this.requests.push(request);
    const [name = ''] = request.collections;
    const semantic = { status: this.failure?.status ?? ('searched' as const), candidates: 0, ms: 1 };
    const coverage = {
      collection: name,
      engine: 'chroma',
      status: 'searched' as const,
      ...this.failure,
      ms: 1,
      candidates: 0,
      lanes: { semantic },
    };
    const ranked = this.failure === undefined ? this.#rank(name, request.query) : [];
    const hits = ranked.slice(0, request.limit).map(({ point, score }, at) => ({
      ...point,
      collection: name,
      relevance: 0.1,
      explanation: { lanes: { semantic: { rank: at + 1, score } }, judge: {}, steps: [] },
    }));
    return Promise.resolve(SearchAnswer.parse({ hits, coverage: [coverage], notes: [], took_ms: 1 }));
  }

  override getPoints({ collection, ids, filter }: PointsInput) {
    const points = this.#pointsOf(collection);
    if (ids !== undefined) return Promise.resolve({ points: ids.flatMap((id) => points.find((point) => point.id === id) ?? []) });
    this.beforeRead();
    const [document, range] = [filter?.must].flat();
    const [from, to] = range && 'range' in range ? [Number(range.range.gte), Number(range.range.lte)] : [0, Number.POSITIVE_INFINITY];
    const note = document && 'match' in document && 'value' in document.match ? document.match.value : '';
    const read = this.#pointsOf(collection).filter(
      (point) => point.document === note && point.chunk_index >= from && point.chunk_index <= to,
    );
    return Promise.resolve({ points: read.toReversed() });
  }

  override async status() {
    const status = await super.status();
    const { embedder } = this;
    return {
      ...status,
      embedders: embedder === undefined ? [] : [{ name: 'notes', kind: 'ollama', status: 'down' as const, detail: embedder }],
    };
  }

  #pointsOf(name: string): readonly PointView[] {
    const { notes = [], foreign } = this.collectionsByName.get(name) ?? {};
    return notes.flatMap((note) =>
      note.chunks.map((content, index) => pointOf(note, { content, index, isForeign: foreign !== undefined })),
    );
  }

  #rank(name: string, query: string) {
    const words = query.toLowerCase().split(' ');
    return this.#pointsOf(name)
      .map((point) => ({ point, score: words.filter((word) => point.content.toLowerCase().includes(word)).length / words.length }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score);
  }
}

function pointOf(
  { id, title, modified, chunks, metadata = {} }: TestNote,
  { content, index, isForeign }: { content: string; index: number; isForeign: boolean },
): PointView {
  return {
    id: `${id}/${index.toString()}`,
    uri: `tributary://notes/${id}#${index.toString()}`,
    document: id,
    title,
    content,
    chunk_index: index,
    // Nobody knows how many chunks a note of another program has until they are counted.
    total_chunks: isForeign ? index + 1 : chunks.length,
    modified_at: modified,
    metadata,
  };
}

function summarise(name: string, { description, createdAt, foreign, notes }: TestCollection): CollectionSummary {
  const chunks = notes.flatMap((note) => note.chunks).length;
  return {
    name,
    engine: 'chroma',
    description,
    description_generated: false,
    model: { name: 'notes', dimension: 1024 },
    documents: chunks,
    chunks,
    status: 'ready',
    created_at: createdAt,
    ...(foreign === undefined ? {} : { foreign }),
  };
}

export const CIVIL_WAR: TestNote = {
  id: 'wiki/civil-war',
  title: 'American Civil War',
  modified: '2026-02-01T09:00:00Z',
  chunks: [
    '# American Civil War',
    'The war began at Fort Sumter.',
    'Antietam stopped the first invasion.',
    'Vicksburg gave the Union the river.',
    'Gettysburg turned the war.',
    'It ended at Appomattox.',
  ],
};

const SNAKES: TestNote = {
  id: 'bear-17',
  title: 'Python',
  modified: '2026-01-05T08:00:00Z',
  chunks: ['I wrote about Python generators.', 'A generator is lazy.'],
};

/** The knowledge bases the document gives as examples, as the notes pipeline made them, and one of ours. */
export function exampleWorld(): NotesWorld {
  return new NotesWorld({
    bear_notes_chunks: {
      description: 'Personal notes on software development',
      createdAt: '2026-01-01T00:00:00.000Z',
      foreign: 'found',
      notes: [SNAKES],
    },
    wikipedia_history_chunks: {
      description: 'Wikipedia articles on world history',
      createdAt: '2026-01-02T00:00:00.000Z',
      foreign: 'found',
      notes: [CIVIL_WAR],
    },
    own: { description: 'Notes of ours', createdAt: '2026-01-03T00:00:00.000Z', notes: [CIVIL_WAR] },
  });
}
