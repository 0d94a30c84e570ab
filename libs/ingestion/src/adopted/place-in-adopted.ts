import { foreignPointId, foreignPointIds, type CollectionReader, type StoredPoint } from '@tributary/engines-port';
import { md5Uuid } from '@tributary/kernel/ids';

/** The points of an adopted collection that somebody may mean by an id, before others the one that is called so as it is written. */
export async function pointsCalled(
  reader: Pick<CollectionReader, 'read'>,
  id: string,
  signal?: AbortSignal,
): Promise<readonly StoredPoint[]> {
  return reader.read({ ids: foreignPointIds(id) }, signal ? { signal } : {});
}

/** Where a document of this id is written: in the place of what is called so, its maker's point before what was made of the id. */
export function placeToWrite(id: string, called: readonly StoredPoint[]): string {
  return called[0]?.id ?? foreignPointId(id);
}

/** What an earlier write of this document made of its id and left in a place of its own. */
export function leftBehind(id: string, called: readonly StoredPoint[], place: string): readonly string[] {
  const made = md5Uuid(id);
  if (place.toLowerCase() === made) return [];
  return called.filter((point) => point.id === made && isWrittenAs(id, point)).map((point) => point.id);
}

/** What goes with the document of this id: what was written here under it, else what its maker calls so; where nothing is seen, whatever may be called so. */
export function placesToRemove(id: string, called: readonly StoredPoint[]): readonly string[] {
  const written = called.filter((point) => isWrittenAs(id, point));
  const going = written.length > 0 ? written : called.slice(0, 1);
  return going.length > 0 ? going.map((point) => point.id) : foreignPointIds(id);
}

/** The id under which a point of an adopted collection was stored, as it says itself. */
export function originalIdOf({ payload: { metadata } }: Pick<StoredPoint, 'payload'>): string | undefined {
  const id = metadata?.['original_id'];
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** Whether a point says that it was stored under this id. */
export function isWrittenAs(id: string, point: StoredPoint): boolean {
  return originalIdOf(point) === id;
}
