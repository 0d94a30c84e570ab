import type {
  CollectionMap,
  CollectionStatistics,
  CreateCollectionInput,
  MapInput,
  PlaceAnswer,
  PlaceInput,
  PointInput,
  PointView,
  PointsAnswer,
  PointsInput,
  UpsertPointsAnswer,
  UpsertPointsInput,
} from '@tributary/contracts';
import { formatDocumentUri, permanent } from '@tributary/kernel';
import { documentId, formatWriteToken, md5Uuid, placeOfPoint, sha256Hex } from '@tributary/kernel/ids';
import type { MemoryDocument, MemoryDocuments } from './memory-documents.js';
import { fitsFilter } from './memory-filter.js';

const DIMENSION = 4;

/** Points over texts in memory: every document is one point. */
export class MemoryPoints {
  readonly #documents: MemoryDocuments;

  constructor(documents: MemoryDocuments) {
    this.#documents = documents;
  }

  get({ collection, ids, filter = {}, limit, next = '0' }: PointsInput): PointsAnswer {
    this.#require(collection);
    const views = this.#in(collection).map(viewOf);
    const fitting = views.filter((view) => fitsFilter(filter, { id: view.id, payload: view }));
    if (ids !== undefined) return { points: ids.flatMap((id) => fitting.find((view) => isNamed(view, id)) ?? []) };
    const from = Number(next);
    const end = from + limit;
    return { points: fitting.slice(from, end), ...(end < fitting.length ? { next: end.toString() } : {}) };
  }

  /** Without vectors every point lies where the others lie. */
  map({ collection, limit }: MapInput): CollectionMap {
    this.#require(collection);
    const all = this.#in(collection).map(viewOf);
    const drawn = all.slice(0, limit);
    const zeros = (bytes: number) => Buffer.alloc(bytes).toString('base64');
    return {
      collection,
      version: 'memory',
      model: 'none',
      dimension: DIMENSION,
      total: all.length,
      sampled: drawn.length < all.length,
      ids: drawn.map(({ id }) => id),
      documents: drawn.map(({ title }) => ({ title })),
      document_of: drawn.map((_, at) => at),
      scale: [1, 1],
      coordinates: zeros(drawn.length * 4),
      explained: [0, 0],
      projection: { unit: true, mean: zeros(DIMENSION * 4), axes: zeros(DIMENSION * 8) },
    };
  }

  place({ collection, query, ids }: PlaceInput): PlaceAnswer {
    this.#require(collection);
    const points = this.#in(collection)
      .map(viewOf)
      .filter(({ id }) => ids.includes(id))
      .map(({ id }) => ({ id, at: [0, 0] }));
    return { version: 'memory', points, notes: [], ...(query === undefined ? {} : { query: [0, 0] }) };
  }

  upsert({ collection, points, only_new: isOnlyNew = false }: UpsertPointsInput): UpsertPointsAnswer {
    this.#require(collection);
    let version = 0;
    const ids = points.map((point) => {
      const { id, content, pointId, metadata } = documentOf(collection, point);
      const present = this.#in(collection).find((document) => document.id === id);
      if (isOnlyNew && present !== undefined && present.content !== content) throw idTaken(collection, id);
      version = this.#documents.put({ v: 1, collection, id, content, metadata }, pointId);
      return pointId;
    });
    return { ids, searchable: true, token: formatWriteToken({ collections: { [collection]: version } }) };
  }

  create({ name, vector }: CreateCollectionInput): void {
    if (this.#documents.collections().includes(name)) {
      throw permanent('COLLECTION.EXISTS', `There is a collection ${name} already.`, { category: 'conflict' });
    }
    if (vector?.dimension !== undefined && vector.dimension !== DIMENSION) {
      throw permanent(
        'MODEL.MISMATCH',
        `The model none makes vectors of ${DIMENSION.toString()} dimensions: ask for those, or for no size.`,
      );
    }
    this.#documents.created.add(name);
  }

  empty(name: string): { readonly points: number } {
    this.#require(name);
    const doomed = this.#in(name);
    this.#documents.created.add(name);
    for (const document of doomed) this.#documents.remove(document);
    return { points: doomed.length };
  }

  statistics(name: string): CollectionStatistics {
    this.#require(name);
    const points = this.#in(name).length;
    const unknown = { indexed_vectors_count: null, segments_count: null };
    const counts = { points_count: points, vector_count: points, ...unknown };
    return { name, engine: 'memory', engine_kind: 'memory', status: 'ready', ...counts, vector_dimension: DIMENSION, distance: 'COSINE' };
  }

  #in(collection: string): readonly MemoryDocument[] {
    return this.#documents.list().filter((document) => document.collection === collection);
  }

  #require(collection: string): void {
    if (this.#documents.collections().includes(collection)) return;
    throw permanent('COLLECTION.NOT_FOUND', `There is no collection ${collection}.`, { category: 'not_found' });
  }
}

/** Id of the point a document is. */
export function memoryPointId({ collection, id, pointId }: Pick<MemoryDocument, 'collection' | 'id' | 'pointId'>): string {
  return pointId ?? md5Uuid(`${collection}:${id}:chunk:0`);
}

function documentOf(collection: string, { id, text, vector, payload = {} }: PointInput) {
  const content = text ?? (typeof payload['content'] === 'string' ? payload['content'] : '');
  if (vector !== undefined && vector.length !== DIMENSION) {
    throw permanent(
      'ENGINE.DIMENSION_MISMATCH',
      `${collection} holds vectors of ${DIMENSION.toString()} dimensions and got one of ${vector.length.toString()}: use the model the collection was made with.`,
    );
  }
  if (content === '' && vector === undefined) throw permanent('POINT.NO_CONTENT', 'The point has neither text nor vector: give one.');
  const place = placeOfPoint(collection, (id ?? sha256Hex(content)).toString());
  return { id: place.document, pointId: place.pointId, content, metadata: payload };
}

function idTaken(collection: string, id: string) {
  return permanent('DOCUMENT.ID_TAKEN', `The id ${id} cannot be used in ${collection}: choose another one.`, { category: 'conflict' });
}

function viewOf(document: MemoryDocument): PointView {
  const { collection, id, title, content, path, type, tags, metadata, created_at, modified_at } = document;
  const known = { path, type, tags, created_at, modified_at };
  const present = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
  return {
    id: memoryPointId(document),
    uri: formatDocumentUri({ collection, key: id, chunk: 0 }),
    original_id: id,
    document: documentId(collection, id),
    title: title ?? id,
    content,
    chunk_index: 0,
    total_chunks: 1,
    ...present,
    metadata: metadata ?? {},
  };
}

function isNamed({ id, original_id }: PointView, name: string): boolean {
  return id === name || original_id === name || id === md5Uuid(name);
}
