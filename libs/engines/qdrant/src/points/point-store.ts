import type { Schemas } from '@qdrant/js-client-rest';
import { hasCode, permanent } from '@tributary/kernel';
import { z } from 'zod';
import type { Connection } from '../connection/connection.js';
import type { QdrantSettings } from '../connection/settings.js';
import { anchorId, decodeAnchor, type Anchor } from './anchor.js';

/** Bodies are bounded well below the 32 MB that the server takes. */
const MOST_IDS = 1_000;

export interface Call {
  readonly collection: string;
  readonly signal?: AbortSignal | undefined;
}

/** The requests on points that everything else is made of. Writes wait until they can be read and go through the leader of their shard; what a fence
 *  rests on is read from as many copies as the settings say. */
export class PointStore {
  readonly #connection: Connection;
  readonly #reading: { consistency?: Schemas['ReadConsistency'] };

  constructor(connection: Connection, { readConsistency }: Pick<QdrantSettings, 'readConsistency'>) {
    this.#connection = connection;
    this.#reading = readConsistency === undefined ? {} : { consistency: readConsistency };
  }

  /** Applies operations in their order. */
  async update(operations: readonly Schemas['UpdateOperation'][], { collection, signal }: Call): Promise<void> {
    if (operations.length === 0) return;
    const request = { collection_name: collection, operations: [...operations], wait: true, ordering: 'strong' as const };
    await this.#connection.send((api, init) => api.batchUpdate(request, init), { collection, signal });
  }

  /** Points by id, in no particular order. */
  async retrieve(
    ids: readonly Schemas['ExtendedPointId'][],
    { collection, signal, ...selection }: Call & PointParts,
  ): Promise<Schemas['Record'][]> {
    const found: Schemas['Record'][] = [];
    for (let at = 0; at < ids.length; at += MOST_IDS) {
      const request = { collection_name: collection, ids: ids.slice(at, at + MOST_IDS), ...partsOf(selection), ...this.#reading };
      found.push(...(await this.#connection.send((api, init) => api.getPoints(request, init), { collection, signal })));
    }
    return found;
  }

  async anchors(docIds: readonly string[], call: Call): Promise<ReadonlyMap<string, Anchor>> {
    const records = await this.retrieve([...new Set(docIds.map(anchorId))], { ...call, payload: true });
    return new Map(records.map(decodeAnchor).map((anchor) => [anchor.doc, anchor]));
  }

  /** One page in order of id. */
  scroll({ collection, signal, filter, limit, offset, ...parts }: Call & PointParts & ScrollPlace): Promise<Schemas['ScrollResult']> {
    const request = {
      collection_name: collection,
      filter,
      limit,
      ...partsOf(parts),
      ...this.#reading,
      ...(offset === undefined ? {} : { offset }),
    };
    return this.#connection.send((api, init) => api.scrollPoints(request, init), { collection, signal });
  }

  /** All points that fit, page by page. */
  async *all({ most = MOST_IDS, ...request }: Call & PointParts & Wanted): AsyncGenerator<Schemas['Record']> {
    // A server in strict mode may refuse big pages.
    const limit = Math.max(1, Math.min(most, MOST_IDS));
    let offset: Schemas['ScrollResult']['next_page_offset'];
    do {
      const page = await this.scroll({ ...request, limit, offset: offset ?? undefined });
      yield* page.points;
      offset = page.next_page_offset;
    } while (offset !== undefined && offset !== null);
  }

  async collect(request: Call & PointParts & Wanted): Promise<Schemas['Record'][]> {
    const records: Schemas['Record'][] = [];
    for await (const record of this.all(request)) records.push(record);
    return records;
  }

  async queryBatch(
    searches: readonly Schemas['QueryRequest'][],
    { collection, signal }: Call,
  ): Promise<readonly Schemas['ScoredPoint'][][]> {
    if (searches.length === 0) return [];
    const request = { collection_name: collection, searches: [...searches], ...this.#reading };
    const asked = this.#connection.send((api, init) => api.queryBatchPoints(request, init), { collection, signal });
    return (await unlessTooLong(asked, collection)).map(({ points }) => points);
  }

  /** Exact. */
  async count(filter: Schemas['Filter'], { collection, signal }: Call): Promise<number> {
    const request = { collection_name: collection, filter, exact: true };
    const { count } = await this.#connection.send((api, init) => api.countPoints(request, init), { collection, signal });
    return count;
  }

  /** Every value of an indexed field, or so many of the most frequent, with the number of its points, exactly. */
  async facet(
    key: string,
    { collection, signal, filter, limit = 10_000_000 }: Call & { readonly filter?: Schemas['Filter']; readonly limit?: number },
  ): Promise<Schemas['FacetValueHit'][]> {
    const request = { collection_name: collection, key, limit, exact: true, ...this.#reading, ...(filter ? { filter } : {}) };
    const { hits } = await this.#connection.send((api, init) => api.facet(request, init), { collection, signal });
    // A value whose last point went may still be listed.
    return hits.filter(({ count }) => count > 0);
  }
}

/** What makes a search long is a filter that the server cannot say, so that each point that fits is named, in every lane anew. */
async function unlessTooLong<T>(asked: Promise<T>, collection: string): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (!hasCode(error, 'ENGINE.TOO_LARGE')) throw error;
    throw permanent(
      'ENGINE.FILTER_TOO_COSTLY',
      `The filter fits more points of ${collection} than one request can name: add a narrower condition, such as one on a field with an exact value.`,
      { cause: error },
    );
  }
}

/** Which parts of a point are wanted; never left to the server's defaults. */
export interface PointParts {
  readonly payload?: Schemas['WithPayloadInterface'];
  /** Names, or all of them. */
  readonly vectors?: readonly string[] | true;
}

/** Which points are wanted. */
interface Wanted {
  readonly filter: Schemas['Filter'];
  /** How many there are at most. */
  readonly most?: number;
}

export interface ScrollPlace {
  readonly filter: Schemas['Filter'];
  readonly limit: number;
  readonly offset?: Schemas['ExtendedPointId'] | Record<string, unknown> | undefined;
}

/** Where the next page begins, as text; undefined after the last. */
export function nextOf({ next_page_offset: next }: Schemas['ScrollResult']): string | undefined {
  // A number beyond 2^53 is a bigint here, whatever the client's types say.
  return next === undefined || next === null ? undefined : PageStart.parse(next).toString();
}

const PageStart = z.union([z.string(), z.number(), z.bigint()]);

/** The same in the server's words. */
function partsOf({ payload = false, vectors }: PointParts): {
  with_payload: Schemas['WithPayloadInterface'];
  with_vector: Schemas['WithVector'];
} {
  return { with_payload: payload, with_vector: vectors === true ? true : vectors ? [...vectors] : false };
}
