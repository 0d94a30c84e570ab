import type { SourceSummary } from '@tributary/contracts';
import type { Catalog, SourceRecord, WatchRecord } from '@tributary/engines-port';
import { decodeDocumentKey, type Clock } from '@tributary/kernel';
import type { Queues } from '@tributary/messaging-port';
import { findingsOf } from '../hygiene/finding-sentences.js';
import { missingWorker } from './missing-worker.js';

/** So many documents are looked at one by one. */
const FEW = 20;
/** Failed documents that are named. */
const MOST_FAILURES = 5;

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
    const { id, kind, name, location, user_id, route, state, reason, skipped, last_sync, last_synced_at, created_at } = source;
    const { documents } = this.#catalog;
    const [watch, notes, indexed, pending, failed] = await Promise.all([
      this.#catalog.watches.get(id),
      findingsOf(this.#catalog, id),
      documents.count({ source: id, state: 'indexed' }),
      documents.count({ source: id, state: 'accepted' }),
      documents.count({ source: id, state: 'failed' }),
    ]);
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
      ...(notes.length === 0 ? {} : { notes: [...notes] }),
      ...(reason === undefined ? {} : { reason }),
      ...(waits === undefined ? {} : { waits }),
      ...(failures.length === 0 ? {} : { failures }),
      ...(last_sync === undefined ? {} : { last_sync }),
      ...(last_synced_at === undefined ? {} : { last_synced_at }),
      ...watchedBy(watch, this.#clock.now()),
    };
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

/** How the source is watched; nothing where nobody holds its lease, or the watch has not begun. */
function watchedBy(watch: WatchRecord | undefined, now: number): Pick<SourceSummary, 'watched'> {
  if (watch === undefined || watch.until <= now || watch.method === 'none') return {};
  const { method, note } = watch;
  return { watched: { method, ...(note === undefined ? {} : { note }) } };
}
