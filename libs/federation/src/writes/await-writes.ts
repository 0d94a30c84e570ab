import { setTimeout as pause } from 'node:timers/promises';
import { mayReadCollection, type SearchRequest } from '@tributary/contracts';
import {
  documentRecordKey,
  mayRead,
  sequenceOf,
  type Catalog,
  type CollectionRecord,
  type DocumentRecord,
  type SourceRecord,
} from '@tributary/engines-port';
import { Deadline, within } from '@tributary/kernel';
import { mergeWriteTokens, parseWriteToken } from '@tributary/kernel/ids';
import type { SearchContext } from '../plan/plan.js';
import { mayBeMeant } from '../plan/names-of-several.js';
import { isMereName } from '../plan/resolve-collections.js';

const FIRST_PAUSE_MS = 3;
const LONGEST_PAUSE_MS = 50;
/** Rows read at once: they may carry whole texts, and mostly the first one decides. */
const ROWS = 50;
/** A catalog that answers nothing is not waited for longer than this behind the wait. */
const LAST_LOOK_MS = 250;

/** Waits until everything that the tokens of `after` stand for is searchable, at most `wait_ms`. Only collections that the request means and its caller
 *  may read are waited for. @returns why a collection is behind, by name; none when nothing is @throws `TOKEN.INVALID` */
export async function awaitWrites(
  request: SearchRequest,
  { principal, deadline, signal }: SearchContext,
  catalog: Catalog,
): Promise<ReadonlyMap<string, string>> {
  const token = mergeWriteTokens([request.after ?? []].flat());
  if (token === undefined) return new Map();
  const { collections, sources } = parseWriteToken(token);
  const waitMs = Math.min(request.wait_ms, Math.max(0, (deadline?.remainingMs ?? Infinity) - request.deadline_ms));
  const limits = { deadline: Deadline.in(waitMs + LAST_LOOK_MS), signal };
  // Of names of which the catalog does not tell, all that they may mean is waited for: engines are not asked for collections that nobody adopted, which would take of the wait.
  const named = await within(limits, () => catalog.collections.getMany(request.collections.filter(isMereName))).catch(() => []);
  const taken = new Set(
    named.flatMap((record) => (record !== undefined && !record.removed && mayRead(principal, record) ? [record.name] : [])),
  );
  const isWanted = (record: CollectionRecord | undefined): record is CollectionRecord =>
    record !== undefined && !record.removed && mayRead(principal, record) && mayBeMeant(request.collections, record, taken);
  const willBeWanted = (name: string) => mayReadCollection(principal, name) && mayBeMeant(request.collections, { name, engine: '' }, taken);
  // What a source of one user waits for is his alone to know.
  const mayAwait = ({ user_id: owner }: SourceRecord) => principal.unrestricted || owner === undefined || owner === principal.user_id;
  const wait = new Wait(catalog, { isWanted, willBeWanted, mayAwait, deadline: Deadline.in(waitMs), signal });
  await Promise.all([
    ...Object.entries(collections).map(([name, sequence]) =>
      within(limits, () => wait.forCollection(name, sequence)).catch(wait.onFailure([name])),
    ),
    ...Object.entries(sources).map(([id, requested]) => within(limits, () => wait.forSource(id, requested)).catch(wait.onFailure([]))),
  ]);
  return new Map([...wait.behind].map(([name, why]) => [name, `${why}, after a wait of ${Math.round(waitMs).toString()} ms`]));
}

interface WaitOptions {
  readonly isWanted: (record: CollectionRecord | undefined) => record is CollectionRecord;
  /** Of a collection that a sync will make. */
  readonly willBeWanted: (name: string) => boolean;
  readonly mayAwait: (source: SourceRecord) => boolean;
  readonly deadline: Deadline;
  readonly signal: AbortSignal | undefined;
}

/** Looks at rows of the catalog until they are as far as a token says, whichever process takes them there. */
class Wait {
  readonly behind = new Map<string, string>();
  readonly #catalog: Catalog;
  readonly #options: WaitOptions;

  constructor(catalog: Catalog, options: WaitOptions) {
    this.#catalog = catalog;
    this.#options = options;
  }

  /** What the catalog does not tell is not known to be searchable; only a caller who gave up ends the search. */
  onFailure(names: readonly string[]): (error: unknown) => void {
    return (error) => {
      if (this.#options.signal?.aborted === true) throw error;
      for (const name of names) this.behind.set(name, 'the catalog does not say whether what was written before is searchable');
    };
  }

  async forCollection(name: string, sequence: number): Promise<void> {
    if (sequence === 0) return;
    const record = await this.#wanted(name);
    if (record === undefined) return;
    const isOwed = (row: DocumentRecord) => row.epoch === record.epoch && sequenceOf(row) <= sequence;
    if (await this.#untilNoneWaits({ collection: name }, isOwed)) return;
    this.behind.set(name, 'what was written before is not all searchable yet');
  }

  async forSource(id: string, requested: number): Promise<void> {
    const source = await this.#catalog.sources.get(id);
    if (source === undefined || !this.#options.mayAwait(source)) return;
    const names = [...new Set([source.route.code, source.route.docs])];
    const wanted = await this.#wantedOf(names);
    if (wanted.length === 0) return;
    const isCompared = await this.#until(async () => ((await this.#catalog.sources.get(id))?.synced ?? requested) >= requested);
    const isDone = isCompared && (await this.#untilNoneWaits({ source: id }, ({ collection }) => wanted.includes(collection)));
    if (isDone) return;
    const why = isCompared ? `what was found in the source ${source.name} is not all searchable yet` : await this.#whyNotCompared(id);
    for (const name of wanted) this.behind.set(name, why);
  }

  async #whyNotCompared(id: string): Promise<string> {
    const source = await this.#catalog.sources.get(id);
    const reason = source?.state === 'idle' || source?.state === 'syncing' ? undefined : source?.reason;
    return `the source ${source?.name ?? id} has not been gone through yet${reason === undefined ? '' : ` (${reason})`}`;
  }

  async #wantedOf(names: readonly string[]): Promise<readonly string[]> {
    const records = await this.#catalog.collections.getMany(names);
    const { isWanted, willBeWanted } = this.#options;
    return names.filter((name, at) => (records[at] === undefined ? willBeWanted(name) : isWanted(records[at])));
  }

  async #wanted(name: string): Promise<CollectionRecord | undefined> {
    const record = await this.#catalog.collections.get(name);
    return this.#options.isWanted(record) ? record : undefined;
  }

  /** Goes through the rows that wait, in the order of their keys, and stays at each one that is owed until it waits no more. */
  async #untilNoneWaits(where: { collection: string } | { source: string }, isOwed: (row: DocumentRecord) => boolean): Promise<boolean> {
    const { documents } = this.#catalog;
    if ((await documents.count({ ...where, state: 'accepted' })) === 0) return true;
    for await (const row of documents.list({ ...where, state: 'accepted' }, ROWS)) {
      if (!isOwed(row)) continue;
      const key = documentRecordKey(row.collection, row.key);
      const isSettled = await this.#until(async () => {
        const present = await documents.get(key);
        return present?.state !== 'accepted' || !isOwed(present);
      });
      if (!isSettled) return false;
    }
    return true;
  }

  /** @returns false when the time is over before */
  async #until(isTrue: () => Promise<boolean>): Promise<boolean> {
    const { deadline, signal } = this.#options;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
      if (await isTrue()) return true;
      if (deadline.hasPassed) return false;
      await pause(Math.min(pauseMs, deadline.remainingMs), undefined, signal ? { signal } : {});
    }
  }
}
