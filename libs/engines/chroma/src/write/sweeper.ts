import type { OwnCollection } from '../collections/own-collection.js';
import { compareHeads, type Head } from '../heads/head.js';
import type { Heads } from '../heads/heads.js';
import { parseStoredId } from '../points/point-id.js';
import type { ChromaConnection } from '../server/connection.js';

/** Replaced versions stay this long, for readers that began before the new one was committed. */
const GRACE_MS = 2_500;
const DOCUMENTS_AT_ONCE = 500;
const IDS_AT_ONCE = 4_000;

/** Removes versions that count no more. Nobody sees them, so it may fail and be done by whoever writes the document next. */
export class Sweeper {
  readonly #connection: ChromaConnection;
  readonly #heads: Heads;
  readonly #due = new Map<OwnCollection, Set<string>>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(connection: ChromaConnection, heads: Heads) {
    this.#connection = connection;
    this.#heads = heads;
  }

  /** Looks at these documents after the grace. */
  later(collection: OwnCollection, docIds: Iterable<string>): void {
    const due = this.#due.get(collection) ?? new Set<string>();
    for (const docId of docIds) due.add(docId);
    if (due.size === 0) return;
    this.#due.set(collection, due);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, GRACE_MS).unref();
  }

  /** Removes what is due now. Never fails: what could not be removed is met again. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const due = [...this.#due];
    this.#due.clear();
    for (const [collection, docIds] of due) this.#running = this.#running.then(() => this.sweep(collection, docIds)).catch(() => undefined);
    return this.#running;
  }

  /** Removes versions older than the one that counts: commits first, so that none of them can come to count again. */
  async sweep(collection: OwnCollection, docIds: Iterable<string>): Promise<void> {
    const wanted = [...docIds];
    for (let from = 0; from < wanted.length; from += DOCUMENTS_AT_ONCE)
      await this.#sweepSome(collection, wanted.slice(from, from + DOCUMENTS_AT_ONCE));
  }

  async #sweepSome(collection: OwnCollection, docIds: readonly string[]): Promise<void> {
    const all = await this.#heads.all(collection, docIds);
    const greatest = new Map<string, Head>();
    for (const head of all) if (compareHeads(head, greatest.get(head.docId) ?? head) >= 0) greatest.set(head.docId, head);
    const older = all.filter((head) => compareHeads(head, greatest.get(head.docId) ?? head) < 0);
    await this.#heads.remove(collection, older);
    await this.#removePoints(collection, { greatest, older: new Set(older.map(versionName)) });
  }

  async #removePoints(
    { pointsId, name }: OwnCollection,
    { greatest, older }: { readonly greatest: ReadonlyMap<string, Head>; readonly older: ReadonlySet<string> },
  ): Promise<void> {
    if (greatest.size === 0) return;
    const where = { doc_id: { $in: [...greatest.keys()] } };
    const { ids } = await this.#connection.records(pointsId, (records) => records.get({ where, include: [] }), { collection: name });
    const useless = ids.filter((id) => {
      const stored = parseStoredId(id);
      const head = stored && greatest.get(stored.docId);
      if (!stored || !head || (stored.stamp === head.stamp && !head.deleted)) return false;
      // One of the same number that was never committed may be on its way to be: it stays.
      const version = Number.parseInt(stored.stamp, 10);
      return version < head.version || (version === head.version && head.deleted) || older.has(versionName(stored));
    });
    for (let from = 0; from < useless.length; from += IDS_AT_ONCE) {
      await this.#connection.records(pointsId, (records) => records.delete({ ids: useless.slice(from, from + IDS_AT_ONCE) }), {
        collection: name,
      });
    }
  }
}

function versionName({ docId, stamp }: { readonly docId: string; readonly stamp: string }): string {
  return `${docId}@${stamp}`;
}
