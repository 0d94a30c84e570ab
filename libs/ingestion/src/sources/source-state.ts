import type { Catalog, SourceRecord } from '@tributary/engines-port';

/** Stops the syncs of a source until somebody adds it again. */
export async function pauseSource(catalog: Catalog, id: string, reason: string): Promise<void> {
  await catalog.sources.change(id, (present) =>
    present === undefined ? { keep: true } : { set: { ...present, state: 'paused', reason } },
  );
}

type SyncState = Pick<SourceRecord, 'state'> & Partial<Pick<SourceRecord, 'reason' | 'skipped' | 'last_synced_at'>>;

/** Notes how far a source is; a reason of before goes. A source that was paused or removed meanwhile stays so. */
export async function noteSourceState(catalog: Catalog, id: string, next: SyncState): Promise<void> {
  await catalog.sources.change(id, (present) => {
    if (present === undefined || present.state === 'paused') return { keep: true };
    const { reason: _before, ...rest } = present;
    return { set: { ...rest, ...next } };
  });
}
