import { syncQueueOf } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { CLOCKS_APART_MS } from '@tributary/kernel';
import type { Collaborators } from '../../collaborators/collaborators.js';

const MINUTE_MS = 60_000;

/** Asks for the syncs of sources that are to be looked at again by themselves. */
export class DueSources {
  readonly #with: Pick<Collaborators, 'catalog' | 'queues' | 'clock'>;
  /** By source: a sync that fails is not asked for again before its time. */
  readonly #askedAt = new Map<string, number>();

  constructor(collaborators: Pick<Collaborators, 'catalog' | 'queues' | 'clock'>) {
    this.#with = collaborators;
  }

  /** @returns how many syncs it asked for */
  async run(): Promise<number> {
    const { catalog, queues, clock } = this.#with;
    const now = clock.now();
    let asked = 0;
    for await (const source of catalog.sources.list()) {
      if (!isDue(source, now, this.#askedAt.get(source.id)) || (await this.#isBeingSynced(source))) continue;
      this.#askedAt.set(source.id, now);
      await queues.add(syncQueueOf(source.kind), { source_id: source.id });
      asked++;
    }
    return asked;
  }

  /** A process that was killed, or a queue that was lost, may have left it in this state without a job. */
  async #isBeingSynced({ id, kind, state }: SourceRecord): Promise<boolean> {
    if (state !== 'syncing') return false;
    const { waiting, delayed, active } = await this.#with.queues.counts(syncQueueOf(kind));
    if (waiting + delayed + active > 0) return true;
    // It may have ended just now.
    return (await this.#with.catalog.sources.get(id))?.state !== 'syncing';
  }
}

/** Whether a source is compared when a server starts: folders always, since anything may have happened to them; pages when their last sync is not whole. */
export function isComparedAtStart({ kind, state, requested, synced }: SourceRecord): boolean {
  if (state === 'paused') return false;
  return kind !== 'web' || state !== 'idle' || synced < requested;
}

/** Whether a comparison of everything that began then or later has been through. What a clock said that was far ahead is long ago.
 *  @param since milliseconds since the epoch; undefined: never */
export function isComparedSince(
  { compared_from: from }: Pick<SourceRecord, 'compared_from'>,
  since: number | undefined,
  now: number,
): boolean {
  return since !== undefined && from !== undefined && from >= since && from <= now + CLOCKS_APART_MS;
}

function isDue({ state, settings, last_synced_at: last }: SourceRecord, now: number, askedAt = 0): boolean {
  const minutes = settings?.['recheck_minutes'];
  if (typeof minutes !== 'number' || state === 'paused') return false;
  return [askedAt, Date.parse(last ?? '') || 0].every((at) => !isRecent(at, now, minutes * MINUTE_MS));
}

/** What a clock said that was far ahead is long ago: it would keep a source waiting for as long as the clock was ahead. */
function isRecent(at: number, now: number, forMs: number): boolean {
  return at <= now + CLOCKS_APART_MS && now - at < forMs;
}
