import { readDocuments, type Catalog, type DocumentFence, type FullPoint } from '@tributary/engines-port';
import { chunkOriginalId, documentId, md5Uuid, placeOfChunk } from '@tributary/kernel/ids';
import { isSameFence, type CopiedDocument, type ListedDocument, type MigrationSource, type WantedDocument } from './migration-source.js';
import { nearestIn, type Generation } from './read-points.js';

interface OwnSourceParts extends Generation {
  readonly catalog: Catalog;
  /** The collection's name. */
  readonly collection: string;
  /** Name of the collection that is filled; ids are made of it. */
  readonly as: string;
}

/** A generation of a collection of ours. Under another name its points get the ids that the name asks for. */
export class OwnSource implements MigrationSource {
  readonly #parts: OwnSourceParts;
  /** By the id in the target. */
  readonly #known = new Map<string, { readonly docId: string; readonly key: string }>();

  constructor(parts: OwnSourceParts) {
    this.#parts = parts;
  }

  async list(signal: AbortSignal): Promise<ReadonlyMap<string, ListedDocument>> {
    const { engine, name, catalog, collection } = this.#parts;
    const listed = new Map<string, ListedDocument>();
    const add = (docId: string, key: string, points: number) => {
      const id = this.#targetId(docId, key);
      this.#known.set(id, { docId, key });
      listed.set(id, { key, points });
    };
    // The catalog knows what has no points: documents without text, and deleted ones.
    for await (const { doc_id, key } of catalog.documents.list({ collection })) add(doc_id, key, 0);
    for (const { docId, key, points } of await engine.findDocuments(name, {}, { signal })) add(docId, key, points);
    return listed;
  }

  fences(docIds: readonly string[]): Promise<readonly (DocumentFence | undefined)[]> {
    const { engine, name } = this.#parts;
    return engine.fences(
      name,
      docIds.map((id) => this.#known.get(id)?.docId ?? id),
    );
  }

  async read(wanted: readonly WantedDocument[], signal: AbortSignal): Promise<readonly CopiedDocument[]> {
    const stored = await readDocuments(
      this.#parts,
      wanted.map(({ docId }) => this.#known.get(docId)?.docId ?? docId),
      signal,
    );
    const now = await this.fences(wanted.map(({ docId }) => docId));
    return wanted.flatMap(({ docId, fence }, i) => {
      const known = this.#known.get(docId);
      if (known === undefined || fence.deleted || !isSameFence(fence, now[i])) return [];
      const points = stored.get(known.docId) ?? [];
      if (!isWhole(points, fence.version)) return [];
      return [{ docId, key: known.key, version: fence.version, hash: fence.hash, points: this.#renamed(points, known.key) }];
    });
  }

  async nearest(vector: Float32Array, limit: number, signal: AbortSignal) {
    const found = await nearestIn(this.#parts, { vector, limit }, signal);
    if (this.#parts.as === this.#parts.collection) return found;
    const points = await this.#parts.engine.read(this.#parts.name, { ids: found.map(({ id }) => id) }, { signal });
    const ids = new Map(points.map(({ id, payload }) => [id, this.#renamedId(id, payload.original_id)]));
    return found.flatMap(({ id, score }) => {
      const renamed = ids.get(id);
      return renamed === undefined ? [] : [{ id: renamed, score }];
    });
  }

  #targetId(docId: string, key: string): string {
    const { collection, as } = this.#parts;
    return as === collection ? docId : documentId(as, key);
  }

  #renamed(points: readonly FullPoint[], key: string): readonly FullPoint[] {
    const { collection, as } = this.#parts;
    if (as === collection) return points;
    const doc_id = documentId(as, key);
    return points.map((point) => {
      // An id its producer chose says nothing of the collection.
      if (placeOfChunk(point.payload.original_id, collection) === undefined) return { ...point, payload: { ...point.payload, doc_id } };
      const original_id = chunkOriginalId({ collection: as, key, chunk: point.payload.chunk_index });
      return { ...point, id: md5Uuid(original_id), payload: { ...point.payload, original_id, doc_id } };
    });
  }

  #renamedId(id: string, originalId: string): string {
    const { collection, as } = this.#parts;
    const place = placeOfChunk(originalId, collection);
    return place === undefined ? id : md5Uuid(chunkOriginalId({ collection: as, ...place }));
  }
}

function isWhole(points: readonly FullPoint[], version: number): boolean {
  return points.every(
    ({ payload }, i) => payload.doc_version === version && payload.chunk_index === i && payload.total_chunks === points.length,
  );
}
