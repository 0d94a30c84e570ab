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

/** Writes to the generation that answers and to those being built. One being built that fails holds nothing up: it is marked as behind, and
 *  cannot answer until it has been compared again. Afterwards the record is read once more, since a generation that was added meanwhile must
 *  not miss the write. @returns what the answering generation said
 *  @throws `COLLECTION.MOVED`, `COLLECTION.ADOPTED` */
export async function writeToPlaces<P extends Place, T>(
  { engines, collections }: { readonly engines: Engines; readonly collections: Records },
  { collection, places, signal }: WriteContext<P>,
  write: (place: P, engine: Engine) => Promise<T>,
): Promise<T> {
  const [first, ...building] = places;
  if (first?.answers !== true) throw readOnly(collection);
  const answer = await write(first, engines.get(first.engine));
  const missed: Place[] = [];
  for (const place of building) {
    try {
      await write(place, engines.get(place.engine));
    } catch (error) {
      if (isAbort(error) && signal?.aborted === true) throw error;
      missed.push(place);
    }
  }
  const now = missed.length > 0 ? await collections.change(collection, markBehind(missed)) : await collections.get(collection);
  if (now !== undefined && !now.removed && !covers(now, { places, missed })) throw moved(collection);
  return answer;
}

/** True when nothing takes writes that did not get this one, other than generations that are known to be behind. */
function covers(
  now: CollectionRecord,
  { places, missed }: { readonly places: readonly Place[]; readonly missed: readonly Place[] },
): boolean {
  return writablePlaces(now).every((place) => {
    const isSame = (other: Place) => other.name === place.name && other.engine === place.engine;
    return places.some(isSame) && (!place.answers || !missed.some(isSame));
  });
}

function markBehind(missed: readonly Place[]) {
  return (present: CollectionRecord | undefined): Change<CollectionRecord> => {
    const isMissed = (generation: number) => missed.some((place) => place.generation === generation);
    const isNews = present?.building.some((generation) => isMissed(generation) && !isBehind(present, generation)) ?? false;
    if (present === undefined || !isNews) return { keep: true };
    const others = (present.places ?? []).filter(({ generation }) => !isMissed(generation));
    const behind = missed
      .filter(({ generation }) => present.building.includes(generation))
      .map(({ generation, engine }) => {
        const known = present.places?.find((place) => place.generation === generation);
        return { generation, engine, ...known, behind: true };
      });
    return { set: { ...present, places: [...others, ...behind] } };
  };
}

function isBehind({ places = [] }: CollectionRecord, generation: number): boolean {
  return places.some((place) => place.generation === generation && place.behind === true);
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
