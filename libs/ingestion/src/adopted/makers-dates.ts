import { dateWritingAt, valueAtPlace, type CollectionRecord, type DateWriting, type Engines } from '@tributary/engines-port';
import type { Clock } from '@tributary/kernel';

/** Points that are looked at. */
const SAMPLE = 16;
/** How long what was seen is taken for true: a maker may move to another writing. */
const KNOWN_MS = 300_000;
/** How long none is taken to have a date where none had one: the first may come at any moment. */
const UNKNOWN_MS = 5_000;

interface Seen {
  /** Undefined where dates are texts, or where there is none yet. */
  readonly writing: DateWriting | undefined;
  readonly until: number;
}

/** How the makers of adopted collections write dates, as a few of their points tell. */
export class MakersDates {
  readonly #engines: Engines;
  readonly #clock: Clock;
  readonly #seen = new Map<string, Seen>();

  constructor({ engines, clock }: { readonly engines: Engines; readonly clock: Clock }) {
    this.#engines = engines;
    this.#clock = clock;
  }

  /** Of the places of dates at which numbers stand. A place at which none of the points has a value is looked at again after five seconds. */
  async of({ name, engine, adopted = name, card }: CollectionRecord, signal: AbortSignal): Promise<ReadonlyMap<string, DateWriting>> {
    const places = [card.fields?.created_at, card.fields?.modified_at].filter((place) => place !== undefined);
    const keyOf = (place: string) => JSON.stringify([engine, adopted, place]);
    const now = this.#clock.now();
    const unknown = places.filter((place) => (this.#seen.get(keyOf(place))?.until ?? -Infinity) <= now);
    if (unknown.length > 0) {
      const { foreign } = this.#engines.get(engine);
      const page = await foreign?.scroll({ collection: adopted, limit: SAMPLE, vectors: false, places: unknown }, { signal });
      const payloads = (page?.points ?? []).map(({ payload }) => payload);
      for (const place of unknown) {
        const hasNone = payloads.every((payload) => (valueAtPlace(payload, place) ?? '') === '');
        this.#seen.set(keyOf(place), { writing: dateWritingAt(payloads, place), until: now + (hasNone ? UNKNOWN_MS : KNOWN_MS) });
      }
    }
    return new Map(
      places.flatMap((place) => {
        const writing = this.#seen.get(keyOf(place))?.writing;
        return writing === undefined ? [] : [[place, writing]];
      }),
    );
  }
}
