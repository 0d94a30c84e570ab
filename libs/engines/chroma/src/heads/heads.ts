import type { OwnCollection } from '../collections/own-collection.js';
import type { ChromaConnection } from '../server/connection.js';
import { compareHeads, headId, parseHeadId, type Head, type HeadSummary } from './head.js';
import { headEmbedding, headMetadata, headOfMetadata } from './head-records.js';

/** Ids in one condition: SQLite under Chroma takes 32,766 values in a statement. */
const IDS_AT_ONCE = 4_000;

/** The commits of a collection’s documents. They are only ever added, so that no two writers can undo each other; the greatest of a document counts. */
export class Heads {
  readonly #connection: ChromaConnection;

  constructor(connection: ChromaConnection) {
    this.#connection = connection;
  }

  /** The commit that counts of each of these documents, tombstones included. */
  async of(collection: OwnCollection, docIds: Iterable<string>, signal?: AbortSignal): Promise<ReadonlyMap<string, Head>> {
    const greatest = new Map<string, Head>();
    for (const head of await this.all(collection, docIds, signal)) {
      const other = greatest.get(head.docId);
      if (other === undefined || compareHeads(head, other) > 0) greatest.set(head.docId, head);
    }
    for (const { docId, stamp } of greatest.values()) collection.known.learn(docId, stamp);
    return greatest;
  }

  /** Every commit of these documents that was not removed yet. */
  async all({ headsId, name }: OwnCollection, docIds: Iterable<string>, signal?: AbortSignal): Promise<readonly Head[]> {
    const wanted = [...new Set(docIds)];
    const found: Head[] = [];
    for (let from = 0; from < wanted.length; from += IDS_AT_ONCE) {
      const where = { doc_id: { $in: wanted.slice(from, from + IDS_AT_ONCE) } };
      const { metadatas } = await this.#connection.records(headsId, (records) => records.get({ where, include: ['metadatas'] }), {
        signal,
        collection: name,
      });
      found.push(...metadatas.flatMap((metadata) => headOfMetadata(metadata) ?? []));
    }
    return found;
  }

  /** The commits that count of all documents, deleted ones left out: from the ids alone. */
  async living(collection: OwnCollection, signal?: AbortSignal): Promise<readonly HeadSummary[]> {
    const { headsId, name } = collection;
    const { ids } = await this.#connection.records(headsId, (records) => records.get({ include: [] }), { signal, collection: name });
    const greatest = new Map<string, HeadSummary>();
    const unclear = new Set<string>();
    for (const head of ids.flatMap((id) => parseHeadId(id) ?? [])) {
      const other = greatest.get(head.docId);
      if (other !== undefined && sameRank(head, other)) unclear.add(head.docId);
      if (other === undefined || isNewer(head, other)) greatest.set(head.docId, head);
    }
    // Two versions of one number: only their hashes tell, which ids do not hold in full.
    if (unclear.size > 0) for (const head of (await this.of(collection, unclear, signal)).values()) greatest.set(head.docId, head);
    return [...greatest.values()].filter(({ deleted }) => !deleted);
  }

  /** Makes versions valid: the moment they take effect. */
  async commit(collection: OwnCollection, heads: readonly Head[]): Promise<void> {
    const { headsId, name, known } = collection;
    for (let from = 0; from < heads.length; from += IDS_AT_ONCE) {
      const part = heads.slice(from, from + IDS_AT_ONCE);
      const ids = part.map(headId);
      await this.#connection.records(
        headsId,
        (records) => records.upsert({ ids, embeddings: part.map(headEmbedding), metadatas: part.map(headMetadata) }),
        { collection: name },
      );
      for (const { docId, stamp } of part) known.learn(docId, stamp);
    }
  }

  /** Forgets commits that count no more. */
  async remove({ headsId, name }: OwnCollection, heads: readonly Head[]): Promise<void> {
    const ids = heads.map(headId);
    for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
      await this.#connection.records(headsId, (records) => records.delete({ ids: ids.slice(from, from + IDS_AT_ONCE) }), {
        collection: name,
      });
    }
  }

  /** Tombstones set before a moment. */
  async tombstones({ headsId, name }: OwnCollection, before: number, signal?: AbortSignal): Promise<readonly Head[]> {
    const where = { $and: [{ deleted: true }, { at: { $lt: before } }] };
    const { metadatas } = await this.#connection.records(headsId, (records) => records.get({ where, include: ['metadatas'] }), {
      signal,
      collection: name,
    });
    return metadatas.flatMap((metadata) => headOfMetadata(metadata) ?? []);
  }
}

function sameRank(a: HeadSummary, b: HeadSummary): boolean {
  return a.version === b.version && a.deleted === b.deleted && a.stamp !== b.stamp;
}

function isNewer(a: HeadSummary, b: HeadSummary): boolean {
  return a.version !== b.version ? a.version > b.version : a.deleted && !b.deleted;
}
