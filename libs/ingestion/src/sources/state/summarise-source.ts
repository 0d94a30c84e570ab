import type { SourceSummary } from '@tributary/contracts';
import type { Catalog, SourceRecord, WatchRecord } from '@tributary/engines-port';
import { decodeDocumentKey, type Clock } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import { findingsOf } from '../../hygiene/finding-sentences.js';
import { deletedByHand } from './deleted-by-hand.js';
import { keptOut } from './kept-out.js';
import { missingWorker } from './missing-worker.js';
import { pageLimitNote } from './page-limit-note.js';
import { RecentValues } from './recent-values.js';

/** So many documents are looked at one by one. */
const FEW = 20;
/** Failed documents that are named. */
const MOST_FAILURES = 5;
/** While a source is being indexed, what is said of it may be as old as this: who waits for it looks many times a second. */
const COUNTS_FOR_MS = 200;
const NOTES_FOR_MS = 2000;

/** Documents by how far they are. */
interface Counts {
  readonly indexed: number;
  readonly pending: number;
  readonly failed: number;
}

interface SummariseCollaborators {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly queues: Pick<Queues, 'isConsumed'>;
}

/** Sources as people see them: what they are, and how far their documents are. */
export class SummariseSource {
  readonly #catalog: Catalog;
  readonly #clock: Clock;
  readonly #queues: Pick<Queues, 'isConsumed'>;
  readonly #counts = new RecentValues<Counts>(COUNTS_FOR_MS);
  readonly #notes = new RecentValues<readonly string[]>(NOTES_FOR_MS);

  constructor({ catalog, clock, queues }: SummariseCollaborators) {
    this.#catalog = catalog;
    this.#queues = queues;
    this.#clock = clock;
  }

  async run(sourceId: string): Promise<SourceSummary | undefined> {
    const source = await this.#catalog.sources.get(sourceId);
    return source && this.#summarise(source);
  }

  /** All of them, oldest first. */
  async all(): Promise<readonly SourceSummary[]> {
    const summaries: SourceSummary[] = [];
    for await (const source of this.#catalog.sources.list()) summaries.push(await this.#summarise(source));
    return summaries.toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1));
  }

  async #summarise(source: SourceRecord): Promise<SourceSummary> {
    const { id, kind, name, location, user_id, registered_by, route, state, reason, skipped, last_sync, last_synced_at, created_at } =
      source;
    // One that was paused meanwhile is compared anew before anything is asked.
    const unconfirmed = state === 'stale' ? source.unconfirmed : undefined;
    const [watch, { indexed, pending, failed }] = await Promise.all([this.#catalog.watches.get(id), this.#countsOf(id)]);
    const isUnderWay = state === 'syncing' || pending > 0;
    const findings = await this.#notes.get(
      id,
      () => findingsOf(this.#catalog, id),
      () => isUnderWay,
    );
    const limit = pageLimitNote(source);
    const notes = [...deletedByHand(source), ...keptOut(source), ...(limit === undefined ? [] : [limit]), ...findings];
    const failures = failed === 0 ? [] : await this.#failuresOf(id);
    const waits = await this.#missingWorker(source, pending);
    const chunks = kind === 'web' && indexed <= FEW ? await this.#chunksOf(id) : undefined;
    return {
      id,
      kind,
      name,
      location,
      collections: [...new Set([route.code, route.docs])],
      state,
      documents: indexed,
      ...(chunks === undefined ? {} : { chunks }),
      pending,
      failed,
      skipped,
      created_at,
      ...(user_id === undefined ? {} : { user_id }),
      ...(registered_by === undefined ? {} : { registered_by }),
      ...chosenOf(source),
      ...(notes.length === 0 ? {} : { notes }),
      ...(reason === undefined ? {} : { reason }),
      ...(unconfirmed === undefined ? {} : { unconfirmed }),
      ...(waits === undefined ? {} : { waits }),
      ...(failures.length === 0 ? {} : { failures }),
      ...(last_sync === undefined ? {} : { last_sync: { ...last_sync, examples: source.examples } }),
      ...(last_synced_at === undefined ? {} : { last_synced_at }),
      ...watchedBy(watch, this.#clock.now()),
    };
  }

  /** Those of before are given only while documents are waiting: that nothing waits any more is never heard late, nor too early. */
  #countsOf(source: string): Promise<Counts> {
    const { documents } = this.#catalog;
    const read = async (): Promise<Counts> => {
      const [indexed, pending, failed] = await Promise.all([
        documents.count({ source, state: 'indexed' }),
        documents.count({ source, state: 'accepted' }),
        documents.count({ source, state: 'failed' }),
      ]);
      return { indexed, pending, failed };
    };
    return this.#counts.get(source, read, ({ pending }) => pending > 0);
  }

  async #missingWorker({ kind, state, requested, synced }: SourceRecord, pending: number): Promise<string | undefined> {
    const wantsOne = state !== 'paused' && (requested > synced || pending > 0);
    return wantsOne ? missingWorker(this.#queues, kind) : undefined;
  }

  async #failuresOf(source: string): Promise<NonNullable<SourceSummary['failures']>> {
    const failures: NonNullable<SourceSummary['failures']> = [];
    for await (const { key, file, error } of this.#catalog.documents.list({ source, state: 'failed' }, MOST_FAILURES)) {
      const { code, message } = error ?? { code: 'UNKNOWN', message: 'The reason was not kept.' };
      failures.push({ document: file?.path ?? decodeDocumentKey(key), code, message });
      if (failures.length === MOST_FAILURES) break;
    }
    return failures;
  }

  async #chunksOf(source: string): Promise<number> {
    let chunks = 0;
    for await (const row of this.#catalog.documents.list({ source, state: 'indexed' }, FEW)) chunks += row.chunks;
    return chunks;
  }
}

/** What was chosen for it, as far as it was. */
function chosenOf({
  kind,
  ignore,
  watch,
  mask_secrets,
  settings,
}: SourceRecord): Pick<SourceSummary, 'ignore' | 'watch' | 'mask_secrets' | 'web'> {
  return {
    ...(ignore === undefined || ignore.length === 0 ? {} : { ignore }),
    ...(watch === undefined ? {} : { watch }),
    ...(mask_secrets === undefined ? {} : { mask_secrets }),
    ...(kind === 'web' && settings !== undefined ? { web: settings } : {}),
  };
}

/** How the source is watched; nothing where nobody holds its lease, or the watch has not begun. */
function watchedBy(watch: WatchRecord | undefined, now: number): Pick<SourceSummary, 'watched'> {
  if (watch === undefined || watch.until <= now || watch.method === 'none') return {};
  const { method, note } = watch;
  return { watched: { method, ...(note === undefined ? {} : { note }) } };
}
