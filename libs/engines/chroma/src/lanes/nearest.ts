import { compileFilter, type NominateRequest, type PointTest } from '@tributary/engines-port';
import { retryable } from '@tributary/kernel';
import type { Where } from 'chromadb';
import type { OwnCollection } from '../collections/own-collection.js';
import { both, exactly, type Translation } from '../filter/where.js';
import type { Heads } from '../heads/heads.js';
import { EMBEDDED_KEY, isEmbedded } from '../points/point-record.js';
import { filterWhere, readRows } from '../reading/row-source.js';
import { settle } from '../reading/settle.js';
import { payloadOf, rowsOf, type StoredRow } from '../reading/stored-row.js';
import { storedId } from '../points/point-id.js';
import type { ChromaConnection } from '../server/connection.js';

export interface NearestParts {
  readonly connection: ChromaConnection;
  readonly heads: Heads;
}

interface Search extends NearestParts {
  readonly collection: OwnCollection;
  readonly request: NominateRequest;
  readonly vector: Float32Array;
  readonly signal?: AbortSignal | undefined;
}

/** Neighbours asked for beyond the limit: versions that count no more take places. */
const SPARE = 16;
/** From here on the points that fit are sought first, by a filter Chroma evaluates only in part. */
const WIDEST_GUESS = 2_048;
/** Ids one query may be restricted to: SQLite under Chroma takes 32,766 values in a statement. */
const MOST_IDS = 20_000;

/** The points nearest to a vector among those that fit the filter, in versions that count. Not in order. */
export async function nearestRows(search: Search): Promise<readonly StoredRow[]> {
  const { request, connection } = search;
  const fits = compileFilter(request.filter ?? {});
  const translation = filterWhere(request.filter);
  let asked = request.limit + SPARE;
  for (;;) {
    const { rows, reached } =
      translation.exact || asked <= WIDEST_GUESS ? await guess(search, { translation, fits, asked }) : await sought(search, asked);
    if (rows.length >= request.limit || reached < asked) return rows;
    asked *= 4;
    search.signal?.throwIfAborted();
  }

  /** Restricts the query to the points that fit, or, where those are too many to be named, looks at so many neighbours that enough of them fit. */
  async function sought(of: Search, wanted: number): Promise<Found> {
    const selector = request.filter ? { filter: request.filter } : {};
    const fitting = await readRows(connection, of.collection, { selector, with: 'ids', signal: of.signal });
    if (fitting.length > MOST_IDS) return guess(of, { translation, fits, asked: wanted });
    if (fitting.length === 0) return { rows: [], reached: 0 };
    return guess(of, { translation, fits, asked: Math.min(wanted, fitting.length), ids: fitting.map(storedId) });
  }
}

interface Found {
  readonly rows: readonly StoredRow[];
  /** Neighbours Chroma found; fewer than asked for means that there are no more. */
  readonly reached: number;
}

interface Guess {
  readonly translation: Translation;
  readonly fits: PointTest;
  readonly asked: number;
  readonly ids?: readonly string[];
}

async function guess(search: Search, { translation, fits, asked, ids }: Guess): Promise<Found> {
  const { connection, heads, collection, vector, signal } = search;
  let reached = 0;
  let where = translation.where;
  const { rows } = await settle({ heads, collection, signal }, async () => {
    let found = await query(where);
    // Points without a vector stand in the index as zeros. They are left out by a condition, which costs time, only where one came up.
    if (found.some(({ metadata }) => !isEmbedded(metadata))) {
      where = both([...(where ? [exactly(where)] : []), exactly({ [EMBEDDED_KEY]: true })]).where;
      found = await query(where);
    }
    reached = found.length;
    return translation.exact ? found : found.filter((row) => fits({ id: row.pointId, payload: payloadOf(row) }));
  });
  return { rows, reached };

  async function query(condition: Where | undefined): Promise<readonly StoredRow[]> {
    const answer = await connection.records(
      collection.pointsId,
      (records) =>
        records.query({
          queryEmbeddings: [[...vector]],
          nResults: asked,
          include: ['metadatas', 'documents', 'uris'],
          ...(condition ? { where: condition } : {}),
          ...(ids ? { ids: [...ids] } : {}),
        }),
      { signal, collection: collection.name },
    );
    const [found = [], metadatas = [], documents = [], uris = []] = [
      answer.ids[0],
      answer.metadatas[0],
      answer.documents[0],
      answer.uris[0],
    ];
    if (metadatas.length < found.length)
      throw retryable('ENGINE.UNAVAILABLE', `Chroma answered without the payloads of ${collection.name}.`);
    return rowsOf({ ids: found, metadatas, documents, uris });
  }
}
