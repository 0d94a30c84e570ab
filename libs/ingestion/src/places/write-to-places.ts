import { writablePlaces, type Change, type CollectionRecord, type Engine, type Engines, type Place } from '@tributary/engines-port';
import { isAbort, permanent, retryable } from '@tributary/kernel';

/** Reads and conditionally changes one collection's record: the catalog's table, or one that shares round trips. */
interface Records {
  get(name: string): Promise<CollectionRecord | undefined>;
  change(name: string, decide: (present: CollectionRecord | undefined) => Change<CollectionRecord>): Promise<CollectionRecord | undefined>;
}

interface WriteContext<P extends Place> {
  readonly collection: string;
  /** As the record said before the write: `writablePlaces`. */
  readonly places: readonly P[];
  readonly signal?: AbortSignal;
}

/** Writes to the generation that answers and to those being built. One being built that fails holds nothing up: it is marked as behind, gets no
 *  more writes, and cannot answer until it has been compared again. Afterwards the record is read once more, since a generation that was added
 *  meanwhile must not miss the write. @returns what the answering generation said
 *  @throws `COLLECTION.MOVED`, `COLLECTION.ADOPTED` */
export async function writeToPlaces<P extends Place, T>(
  { engines, collections }: { readonly engines: Engines; readonly collections: Records },
  { collection, places, signal }: WriteContext<P>,
  write: (place: P, engine: Engine) => Promise<T>,
): Promise<T> {
  const [first, ...building] = places;
  if (first?.answers !== true) throw readOnly(collection);
  const answer = await write(first, engines.get(first.engine));
  const reached: Place[] = [first];
  const missed: Place[] = [];
  for (const place of building.filter(({ behind }) => !behind)) {
    try {
      await write(place, engines.get(place.engine));
      reached.push(place);
    } catch (error) {
      if (isAbort(error) && signal?.aborted === true) throw error;
      missed.push(place);
    }
  }
  const now = missed.length > 0 ? await collections.change(collection, markBehind(missed)) : await collections.get(collection);
  if (now !== undefined && !now.removed && !isCovered(now, reached)) throw moved(collection);
  return answer;
}

/** True when nothing takes writes that did not get this one, other than generations that are known to be behind. */
function isCovered(now: CollectionRecord, reached: readonly Place[]): boolean {
  return writablePlaces(now).every((place) => place.behind || reached.some((other) => isSame(place, other)));
}

function isSame(a: Place, b: Place): boolean {
  return a.name === b.name && a.engine === b.engine;
}

function markBehind(missed: readonly Place[]) {
  return (present: CollectionRecord | undefined): Change<CollectionRecord> => {
    if (present === undefined) return { keep: true };
    const open = writablePlaces(present).filter((place) => !place.answers && !place.behind);
    const news = open.filter((place) => missed.some((other) => isSame(place, other)));
    if (news.length === 0) return { keep: true };
    const places = present.places ?? [];
    const behind = news.map(({ generation, engine }) => {
      const known = places.find((place) => place.generation === generation);
      return { generation, engine, ...known, behind: true };
    });
    const others = places.filter(({ generation }) => !news.some((place) => place.generation === generation));
    return { set: { ...present, places: [...others, ...behind] } };
  };
}

function moved(collection: string) {
  return retryable(
    'COLLECTION.MOVED',
    `The collection ${collection} began to take writes in another generation while this one was made; it is made again.`,
  );
}

/** The error of a write to a collection that belongs to another program. */
export function readOnly(collection: string) {
  return permanent(
    'COLLECTION.ADOPTED',
    `The collection ${collection} was made by another program and is only read. To write to it, move it into one of Tributary's own: tributary migrate ${collection} <engine>`,
    { category: 'conflict' },
  );
}
