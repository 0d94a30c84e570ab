import { syncQueueOf } from '@tributary/contracts';
import type { Catalog, DocumentRecord, SourceRecord } from '@tributary/engines-port';
import type { Collaborators } from '../../collaborators/collaborators.js';
import { documentKeyOf, mayBeKeyOf } from '../registering/source-kinds.js';

/** Why a file is left out whose place in the collection another document has. */
export const ID_TAKEN = 'id-taken';

interface Freed {
  /** Where documents went. */
  readonly places: readonly Pick<DocumentRecord, 'collection' | 'key'>[];
  /** Id of the source they were of. */
  readonly by: string;
}

type KeptOut = Pick<SourceRecord, 'id' | 'kind'>;

/** Other sources of which documents were kept out of these places, or may be at this moment. Where not all of those documents are known by name, the form of a key tells. */
export async function keptOutOf(catalog: Pick<Catalog, 'sources'>, { places, by }: Freed): Promise<readonly KeptOut[]> {
  if (places.length === 0) return [];
  const waiting: KeptOut[] = [];
  for await (const source of catalog.sources.list()) {
    if (source.id !== by && source.state !== 'paused' && waitsForAny(source, places)) waiting.push({ id: source.id, kind: source.kind });
  }
  return waiting;
}

/** Has sources synced since places may be free that their documents were kept out of. */
export async function syncKeptOut(queues: Collaborators['queues'], waiting: Iterable<KeptOut>): Promise<void> {
  for (const { id, kind } of waiting) await queues.add(syncQueueOf(kind), { source_id: id });
}

function waitsForAny(source: SourceRecord, places: Freed['places']): boolean {
  const { route, state, skipped, examples } = source;
  const count = skipped[ID_TAKEN] ?? 0;
  const paths = examples[ID_TAKEN] ?? [];
  // What a sync under way leaves out is noted when it ends.
  const isSyncing = state === 'syncing';
  if (count === 0 && !isSyncing) return false;
  const keys = new Set(paths.map((path) => documentKeyOf(source, path)));
  const areAllKnown = !isSyncing && paths.length >= count;
  return places.some(
    ({ collection, key }) =>
      (collection === route.docs || collection === route.code) && (keys.has(key) || (!areAllKnown && mayBeKeyOf(source, key))),
  );
}

/** A note on what a source has and leaves out, since others have its ids. */
export function keptOut({ skipped }: Pick<SourceRecord, 'skipped'>): readonly string[] {
  const count = skipped[ID_TAKEN] ?? 0;
  if (count === 0) return [];
  const [what, theirs] =
    count === 1 ? ['1 document was', 'its id is'] : [`${count.toLocaleString('en-US')} documents were`, 'their ids are'];
  return [
    `${what} left out: in the collection ${theirs} taken by another source, or by what was handed in or left there. To have both: index this place into a collection of its own (--collection). Where something is deleted by hand, its place is taken at the next sync of this source.`,
  ];
}
