import { createHash } from 'node:crypto';
import { retryable, type Clock } from '@tributary/kernel';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { gatherVectors, type GatheredVectors } from './gather-vectors.js';
import { layOut } from './lay-out.js';
import type { Layout } from './layout.js';

/** Where the engine does not tell when points change, a map is good for this long: as the counts of the same callers are. */
const FRESH_MS = 10_000;
const MAKE_LIMIT_MS = 60_000;
const MOST_KEPT = 8;
/** Of all callers, one being made and the rest waiting. */
const MOST_MAKING = 4;

/** A map as it is kept: nothing of it is of a row its caller may not see. */
export interface DrawnMap extends Omit<GatheredVectors, 'values'> {
  readonly version: string;
  readonly layout: Layout;
}

interface Kept {
  readonly limit: number;
  readonly mark: string | undefined;
  readonly madeAt: number;
  readonly map: Promise<DrawnMap>;
}

/** The maps made last, one for each collection and what is seen of it. They are made one after the other, and again when the collection has changed. */
export class DrawnMaps {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();
  #last: Promise<unknown> = Promise.resolve();
  #making = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @throws `MAP.BUSY`, `MAP.FAILED` */
  async of(collection: ScopedCollection, limit: number, signal: AbortSignal): Promise<DrawnMap> {
    const key = keyOf(collection);
    const mark = await collection.changeMark(signal);
    const kept = this.#kept.get(key);
    if (kept && this.#isFresh(kept, mark) && (await covers(kept, limit))) return kept.map;
    return this.#make(key, { collection, limit, mark });
  }

  /** The newest map of a collection as the caller sees it, whether points have changed since or not: its axes are good for placing. Made where there is none. */
  async latest(collection: ScopedCollection, limit: number, signal: AbortSignal): Promise<DrawnMap> {
    return this.#kept.get(keyOf(collection))?.map ?? this.of(collection, limit, signal);
  }

  #isFresh({ mark: before, madeAt }: Kept, mark: string | undefined): boolean {
    return before === mark && (mark !== undefined || this.#clock.now() - madeAt < FRESH_MS);
  }

  #make(
    key: string,
    { collection, limit, mark }: { readonly collection: ScopedCollection; readonly limit: number; readonly mark: string | undefined },
  ): Promise<DrawnMap> {
    if (this.#making >= MOST_MAKING) {
      throw retryable('MAP.BUSY', 'Other maps are being made: ask again in a moment.', { category: 'overloaded', retryAfterMs: 1_000 });
    }
    this.#making += 1;
    const map = this.#last.then(() => drawMap(collection, limit)).finally(() => (this.#making -= 1));
    this.#last = map.catch(() => undefined);
    this.#keep(key, { limit, mark, madeAt: this.#clock.now(), map });
    return map;
  }

  #keep(key: string, kept: Kept): void {
    this.#kept.delete(key);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, kept);
    kept.map.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
  }
}

/** Another generation is another content, and callers who see different rows share nothing. */
function keyOf({ record: { engine, name, generation, adopted }, sight }: ScopedCollection): string {
  return JSON.stringify([engine, name, generation, adopted ?? null, sight]);
}

async function covers({ limit, map }: Kept, wanted: number): Promise<boolean> {
  if (limit === wanted) return true;
  const { sampled, ids } = await map;
  return !sampled && ids.length <= wanted;
}

async function drawMap(collection: ScopedCollection, limit: number): Promise<DrawnMap> {
  const signal = AbortSignal.timeout(MAKE_LIMIT_MS);
  const { values, ...gathered } = await gatherVectors(collection, limit, signal);
  const layout = await layOut({ values, dimension: gathered.dimension }, signal);
  return { ...gathered, layout, version: versionOf(layout) };
}

function versionOf({ mean, axes }: Layout): string {
  return createHash('sha256').update(mean).update(axes).digest('hex').slice(0, 16);
}
