import type { EmbeddingProvider } from '@tributary/embedding-port';
import { answeringName, sketchKey, type CollectionRecord, type Engines } from '@tributary/engines-port';
import { Deadline, isFresh, type Clock, within } from '@tributary/kernel';
import { ANALYSER, sketchCollection, type CollectionSketch } from '@tributary/ranking';
import { EngineCounts } from './engine-counts.js';
import { samplePassages } from './sample-passages.js';
import { sketchRecords, toRecord, toSketch } from './sketch-record.js';

/** A collection that has grown or shrunk by more than this share may be about something else by now. */
const OUTDATED_SHARE = 0.1;
/** Replaced documents leave no trace in the counts, so a sketch is made anew after a while in any case. */
const OLDEST_MS = 3_600_000;
/** A collection that is being filled is not sketched over and over. */
const SOONEST_MS = 5_000;
/** A search waits no longer than this for sketches that another process made. */
const LOAD_WAIT_MS = 200;
const MAKE_LIMIT_MS = 60_000;

interface SketchCollaborators {
  readonly engines: Engines;
  /** The model that sketches of all collections are made with. */
  readonly common: EmbeddingProvider;
  readonly clock: Clock;
}

interface Held {
  readonly sketch: CollectionSketch;
  readonly madeAt: number;
}

/** What is known of a collection’s content. */
export interface KnownSketch {
  readonly sketch: CollectionSketch;
  /** The collection has changed much since it was made. */
  readonly isOutdated: boolean;
}

/** The sketches of collections: kept in the primary engine, held in memory, made in the background from passages of the collection when one is missing or the
 *  collection has changed. A search never waits for one to be made. */
export class CollectionSketches {
  readonly #with: SketchCollaborators;
  readonly #counts: EngineCounts;
  readonly #held = new Map<string, Held>();
  readonly #triedAt = new Map<string, number>();
  readonly #wanted = new Map<string, CollectionRecord>();
  #making: Promise<void> | undefined;

  constructor(collaborators: SketchCollaborators) {
    this.#with = collaborators;
    this.#counts = new EngineCounts(collaborators.clock);
  }

  /** What is known of each collection, in their order; undefined where there is no sketch yet. What is missing or old will be there for a later search. */
  async of(records: readonly CollectionRecord[]): Promise<readonly (KnownSketch | undefined)[]> {
    const counts = await this.#pointsOf(records);
    await this.#load(records.filter((record) => !this.#held.has(keyOf(record))));
    return records.map((record, at) => this.#know(record, counts[at]));
  }

  /** Resolves when no sketch is being made. */
  async idle(): Promise<void> {
    await this.#counts.idle();
    await this.#making;
  }

  async #pointsOf(records: readonly CollectionRecord[]): Promise<readonly (number | undefined)[]> {
    const { engines } = this.#with;
    const configured = new Set(engines.all().map(({ name }) => name));
    const names = [...new Set(records.map(({ engine }) => engine))].filter((name) => configured.has(name));
    const counts = new Map(await Promise.all(names.map(async (name) => [name, await this.#counts.of(engines.get(name))] as const)));
    return records.map((record) => counts.get(record.engine)?.get(answeringName(record)));
  }

  #know(record: CollectionRecord, points: number | undefined): KnownSketch | undefined {
    const held = this.#held.get(keyOf(record));
    if (held === undefined) {
      this.#want(record);
      return undefined;
    }
    const { sketch, madeAt } = held;
    // An engine that does not answer is no reason to doubt what was known.
    const moved = points === undefined ? 0 : Math.abs(points - sketch.points);
    if (moved > 0 || !isFresh(madeAt, this.#with.clock.now(), OLDEST_MS)) this.#want(record);
    return { sketch, isOutdated: moved > OUTDATED_SHARE * Math.max(points ?? 0, sketch.points) };
  }

  async #load(records: readonly CollectionRecord[]): Promise<void> {
    if (records.length === 0) return;
    const keys = records.map(keyOf);
    const table = sketchRecords(this.#with.engines.primary.records);
    const found = await within({ deadline: Deadline.in(LOAD_WAIT_MS) }, () => table.getMany(keys)).catch(() => []);
    const made = await this.#madeBy();
    found.forEach((record, at) => {
      const key = keys[at];
      if (record !== undefined && key !== undefined && record.made === made)
        this.#held.set(key, { sketch: toSketch(record), madeAt: record.made_at });
    });
  }

  #want(record: CollectionRecord): void {
    const key = keyOf(record);
    const tried = this.#triedAt.get(key);
    if (tried !== undefined && isFresh(tried, this.#with.clock.now(), SOONEST_MS)) return;
    this.#wanted.set(key, record);
    this.#making ??= this.#makeAll().finally(() => {
      this.#making = undefined;
    });
  }

  /** One after the other, so that searches have the most of the process. */
  async #makeAll(): Promise<void> {
    for (;;) {
      await new Promise(setImmediate);
      const [next] = this.#wanted;
      if (next === undefined) return;
      const [key, record] = next;
      this.#wanted.delete(key);
      this.#triedAt.set(key, this.#with.clock.now());
      // A collection that cannot be read now is tried again by a later search, and asked until then.
      await this.#make(key, record).catch(() => undefined);
    }
  }

  async #make(key: string, record: CollectionRecord): Promise<void> {
    const { engines, common, clock } = this.#with;
    const engine = engines.get(record.engine);
    const signal = AbortSignal.timeout(MAKE_LIMIT_MS);
    const [passages, count] = await Promise.all([samplePassages(record, { engine, common, signal }), this.#counts.of(engine)]);
    if (passages === undefined) return;
    const points = count?.get(answeringName(record)) ?? passages.length;
    const sketch = await sketchCollection(passages, { points, pause: () => new Promise(setImmediate) });
    const made_at = clock.now();
    this.#held.set(key, { sketch, madeAt: made_at });
    const made = await this.#madeBy();
    await sketchRecords(engines.primary.records).change(key, () => ({ set: toRecord(sketch, { made, made_at }) }));
  }

  async #madeBy(): Promise<string> {
    const { name, revision = '' } = await this.#with.common.describe();
    return `${ANALYSER} ${name}@${revision}`;
  }
}

/** Names the content that answers for a collection: another generation is another content. */
function keyOf(record: CollectionRecord): string {
  return sketchKey(record.engine, answeringName(record));
}
