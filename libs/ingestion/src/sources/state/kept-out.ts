import { syncQueueOf } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import type { Collaborators } from '../../collaborators/collaborators.js';

/** Why a file is left out whose place in the collection another document has. */
export const ID_TAKEN = 'id-taken';

interface Freed {
  /** Collections in which documents went. */
  readonly collections: Iterable<string>;
  /** Id of the source they were of. */
  readonly by: string;
}

/** Has other sources synced of which documents were kept out of these collections: their places may be free now. */
export async function syncKeptOut({ catalog, queues }: Pick<Collaborators, 'catalog' | 'queues'>, freed: Freed): Promise<void> {
  const names = new Set(freed.collections);
  if (names.size === 0) return;
  for await (const { id, kind, state, route, skipped } of catalog.sources.list()) {
    const isKeptOut = (skipped[ID_TAKEN] ?? 0) > 0 && (names.has(route.docs) || names.has(route.code));
    if (isKeptOut && id !== freed.by && state !== 'paused') await queues.add(syncQueueOf(kind), { source_id: id });
  }
}

/** A note on what a source has and leaves out, since others have its ids. */
export function keptOut({ skipped }: Pick<SourceRecord, 'skipped'>): readonly string[] {
  const count = skipped[ID_TAKEN] ?? 0;
  if (count === 0) return [];
  const [what, theirs] =
    count === 1 ? ['1 document was', 'its id is'] : [`${count.toLocaleString('en-US')} documents were`, 'their ids are'];
  return [
    `${what} left out: in the collection ${theirs} taken by another source, or by what was handed in or left there. To have both: index this place into a collection of its own (--collection).`,
  ];
}
