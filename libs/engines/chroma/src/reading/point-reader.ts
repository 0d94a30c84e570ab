import type { Filter } from '@tributary/contracts';
import {
  byPlace,
  type Candidate,
  type DocumentMatch,
  type PointSelector,
  type ReadOptions,
  type SignalsRequest,
  type StoredPoint,
} from '@tributary/engines-port';
import type { OwnCollection } from '../collections/own-collection.js';
import type { Heads } from '../heads/heads.js';
import { candidateOf } from '../lanes/candidate.js';
import type { ChromaConnection } from '../server/connection.js';
import { readRows, type RowRequest } from './row-source.js';
import { settle, type Settled } from './settle.js';
import { payloadOf, signalsOf, type StoredRow } from './stored-row.js';

/** Reads points of collections of ours, each document in the one version that counts. */
export class PointReader {
  readonly #connection: ChromaConnection;
  readonly #heads: Heads;

  constructor(connection: ChromaConnection, heads: Heads) {
    this.#connection = connection;
    this.#heads = heads;
  }

  async read(
    collection: OwnCollection,
    selector: PointSelector,
    { withVectors = false, signal }: ReadOptions,
  ): Promise<readonly StoredPoint[]> {
    const { rows } = await this.rows(collection, { selector, with: withVectors ? 'signals' : 'payload', signal });
    const points = rows.map((row) => {
      const vector = withVectors ? signalsOf(row).vector : undefined;
      return { id: row.pointId, payload: payloadOf(row), ...(vector ? { vector } : {}) };
    });
    return selector.ids ? inOrder(selector.ids, points) : points.sort(byPlace);
  }

  async count(collection: OwnCollection, filter: Filter | undefined, signal?: AbortSignal): Promise<number> {
    if (filter !== undefined) return (await this.rows(collection, { selector: { filter }, with: 'ids', signal })).rows.length;
    return (await this.#heads.living(collection, signal)).reduce((sum, { points }) => sum + points, 0);
  }

  async counts(collection: OwnCollection, signal?: AbortSignal): Promise<{ readonly documents: number; readonly points: number }> {
    const living = await this.#heads.living(collection, signal);
    return { documents: living.length, points: living.reduce((sum, { points }) => sum + points, 0) };
  }

  async findDocuments(collection: OwnCollection, selector: PointSelector, signal?: AbortSignal): Promise<readonly DocumentMatch[]> {
    const { rows, heads } = await this.rows(collection, { selector, with: 'ids', signal });
    const documents = [...Map.groupBy(rows, ({ docId }) => docId)].sort(([a], [b]) => (a < b ? -1 : 1));
    return documents.flatMap(([docId, { length: fitting }]) => {
      const head = heads.get(docId);
      return head ? [{ docId, key: head.key, version: head.version, points: head.points, fitting }] : [];
    });
  }

  async storedVectors(collection: OwnCollection, docId: string, signal?: AbortSignal): Promise<ReadonlyMap<string, Float32Array>> {
    const { rows } = await this.rows(collection, { selector: { docId }, with: 'signals', signal });
    return new Map(
      rows.flatMap((row) => {
        const { vector } = signalsOf(row);
        return vector ? [[payloadOf(row).hash, vector] as const] : [];
      }),
    );
  }

  async signals(collection: OwnCollection, request: SignalsRequest, signal?: AbortSignal): Promise<readonly Candidate[]> {
    const { ids, filter } = request;
    const { rows } = await this.rows(collection, { selector: { ids, ...(filter ? { filter } : {}) }, with: 'signals', signal });
    return inOrder(
      ids,
      rows.map((row) => candidateOf(row, request)),
    );
  }

  /** Rows in their counting versions. */
  rows(collection: OwnCollection, request: RowRequest): Promise<Settled<StoredRow>> {
    return settle(
      { heads: this.#heads, collection, signal: request.signal },
      {
        read: () => readRows(this.#connection, collection, request),
        again: (docIds) => readRows(this.#connection, collection, { ...request, docIds }),
      },
    );
  }
}

function inOrder<T extends { readonly id: string }>(ids: readonly string[], found: readonly T[]): readonly T[] {
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id.toLowerCase()) ?? []);
}
