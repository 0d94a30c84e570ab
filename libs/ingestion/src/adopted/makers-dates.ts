import { dateWritingAt, type CollectionRecord, type DateWriting, type Engines } from '@tributary/engines-port';

/** Points that are looked at. */
const SAMPLE = 16;

/** How the makers of adopted collections write dates: told once by a few of their points, since nobody changes it. */
export class MakersDates {
  readonly #engines: Engines;
  readonly #known = new Map<string, ReadonlyMap<string, DateWriting>>();

  constructor(engines: Engines) {
    this.#engines = engines;
  }

  /** Of the places of dates at which numbers stand. Nothing is remembered of a collection without points. */
  async of({ name, engine, adopted = name, card }: CollectionRecord, signal: AbortSignal): Promise<ReadonlyMap<string, DateWriting>> {
    const places = [card.fields?.created_at, card.fields?.modified_at].filter((place) => place !== undefined);
    if (places.length === 0) return new Map();
    const key = JSON.stringify([engine, adopted, ...places]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { foreign } = this.#engines.get(engine);
    const page = await foreign?.scroll({ collection: adopted, limit: SAMPLE, vectors: false, places }, { signal });
    const payloads = (page?.points ?? []).map(({ payload }) => payload);
    const writings = new Map<string, DateWriting>();
    for (const place of places) {
      const writing = dateWritingAt(payloads, place);
      if (writing !== undefined) writings.set(place, writing);
    }
    if (payloads.length > 0) this.#known.set(key, writings);
    return writings;
  }
}
