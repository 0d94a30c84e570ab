import { retryable } from '@tributary/kernel';
import type { OwnCollection } from '../collections/own-collection.js';
import type { Head } from '../heads/head.js';
import type { Heads } from '../heads/heads.js';

/** A commit older than this was there before any read that runs now began, whatever the clocks of two machines differ. */
const OLD_MS = 30_000;
const ROUNDS = 60;

interface Versioned {
  readonly docId: string;
  readonly stamp: string;
}

/** What was read, each document in the version that counted while it was read. */
export interface Settled<T> {
  readonly rows: readonly T[];
  readonly heads: ReadonlyMap<string, Head>;
  /** How many of the first read were left out: versions that count no more, or not yet. */
  readonly dropped: number;
}

interface Place {
  readonly heads: Heads;
  readonly collection: OwnCollection;
  readonly signal?: AbortSignal | undefined;
}

/** Points are read first and the commits of their documents after. Where a commit was not known before the read began, the points may have been read
 *  while its version was still being written: `again` reads all points of such documents, until nothing of them changed meanwhile. Half a document
 *  is never answered. @throws `ENGINE.BUSY` when documents change faster than they can be read */
export async function settle<T extends Versioned>(
  place: Place,
  { read, again }: { readonly read: () => Promise<readonly T[]>; readonly again: (docIds: readonly string[]) => Promise<readonly T[]> },
): Promise<Settled<T>> {
  const first = await look(place, read);
  const [kept, counting] = [[...first.sure], new Map(first.heads)];
  let unsure = first.unsure;
  for (let round = 1; unsure.length > 0; round++) {
    if (round === ROUNDS) {
      const message = `Documents of ${place.collection.name} change faster than they can be read: try again.`;
      throw retryable('ENGINE.BUSY', message, { category: 'overloaded' });
    }
    const docIds = unsure;
    const next = await look(place, () => again(docIds), docIds);
    kept.push(...next.sure);
    for (const [docId, head] of next.heads) counting.set(docId, head);
    unsure = next.unsure;
  }
  const dropped = first.rows.filter((row) => !counts(row, counting)).length;
  return { rows: kept, heads: counting, dropped };
}

interface Look<T> {
  readonly rows: readonly T[];
  readonly heads: ReadonlyMap<string, Head>;
  /** Rows in versions that counted when the read began. */
  readonly sure: readonly T[];
  /** Documents that may have changed during the read. */
  readonly unsure: readonly string[];
}

async function look<T extends Versioned>(
  { heads, collection, signal }: Place,
  read: () => Promise<readonly T[]>,
  docIds: readonly string[] = [],
): Promise<Look<T>> {
  const [began, beganAt] = [performance.now(), Date.now()];
  const rows = await read();
  const counting = await heads.of(collection, [...docIds, ...rows.map(({ docId }) => docId)], signal);
  const isSure = ({ docId, stamp, at }: Head) => at < beganAt - OLD_MS || collection.known.wasKnown(docId, stamp, began);
  const unsure = new Set([...counting.values()].filter((head) => !isSure(head)).map(({ docId }) => docId));
  const sure = rows.filter((row) => counts(row, counting) && !unsure.has(row.docId));
  return { rows, heads: counting, sure, unsure: [...unsure] };
}

function counts({ docId, stamp }: Versioned, heads: ReadonlyMap<string, Head>): boolean {
  const head = heads.get(docId);
  return head?.stamp === stamp && !head.deleted;
}
