import type { Catalog, SourceRecord } from '@tributary/engines-port';

/** Stops the syncs of a source until somebody adds it again. */
export async function pauseSource(catalog: Catalog, id: string, reason: string): Promise<void> {
  await catalog.sources.change(id, (present) =>
    present === undefined ? { keep: true } : { set: { ...present, state: 'paused', reason } },
  );
}

/** Lets a paused source go on; any other stays as it is. @returns the source */
export function resumeSource(catalog: Catalog, id: string): Promise<SourceRecord | undefined> {
  return catalog.sources.change(id, (present) => {
    if (present?.state !== 'paused') return { keep: true };
    const { reason: _paused, unconfirmed: _waited, ...rest } = present;
    return { set: { ...rest, state: 'idle' } };
  });
}

type SyncState = Pick<SourceRecord, 'state'> &
  Partial<
    Pick<
      SourceRecord,
      | 'reason'
      | 'unconfirmed'
      | 'skipped'
      | 'examples'
      | 'last_sync'
      | 'last_synced_at'
      | 'synced'
      | 'compared_from'
      | 'revision'
      | 'lost'
      | 'holds'
      | 'settled_ignore'
    >
  >;

/** Notes how far a source is; a reason of before goes, and what waited to be confirmed with it. A source that was paused or removed meanwhile stays so. */
export async function noteSourceState(catalog: Catalog, id: string, next: SyncState): Promise<void> {
  await catalog.sources.change(id, (present) => {
    if (present === undefined || present.state === 'paused') return { keep: true };
    const { reason: _before, unconfirmed: _waited, ...rest } = present;
    return { set: { ...rest, ...next } };
  });
}
