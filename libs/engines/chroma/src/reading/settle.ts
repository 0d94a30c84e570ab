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
  /** How many were read and left out: versions that count no more, or not yet. */
  readonly dropped: number;
}

/** Reads until nothing of what was read was replaced meanwhile. Points are read first and the commits of their documents after; when a commit was
 *  not known before the read began, the points may have been read while its version was still being written, and are read again. A document under
 *  constant change is answered with what was whole last. */
export async function settle<T extends Versioned>(
  { heads, collection, signal }: { readonly heads: Heads; readonly collection: OwnCollection; readonly signal?: AbortSignal | undefined },
  read: () => Promise<readonly T[]>,
): Promise<Settled<T>> {
  for (let round = 1; ; round++) {
    const [began, beganAt] = [performance.now(), Date.now()];
    const rows = await read();
    const counting = await heads.of(
      collection,
      rows.map(({ docId }) => docId),
      signal,
    );
    const isSettled = [...counting.values()].every(
      ({ docId, stamp, at }) => at < beganAt - OLD_MS || collection.known.wasKnown(docId, stamp, began),
    );
    if (!isSettled && round < ROUNDS) continue;
    const valid = rows.filter(({ docId, stamp }) => {
      const head = counting.get(docId);
      return head?.stamp === stamp && !head.deleted;
    });
    return { rows: valid, heads: counting, dropped: rows.length - valid.length };
  }
}
