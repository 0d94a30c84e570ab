import type { CollectionRecord, Engines } from '@tributary/engines-port';
import { permanent, systemClock, type Clock } from '@tributary/kernel';
import { ANALYSER, analyseChunk } from '@tributary/ranking';
import { TextFeatures, type AnalyseText, type CommonModel } from '../analysis/text-features.js';
import { SideCollections } from '../engine/side-collections.js';
import { adoptedName, adoptedParts } from './adopted-parts.js';
import { ForeignPass } from './foreign-pass.js';
import { isDue, madeOf, sideIndexStates, stateKey, type SideIndexState } from './side-index-record.js';

/** Readings in a row at most, where points are added behind the one that is under way. */
const MOST_READINGS = 3;

export interface SideIndexBuilderOptions {
  readonly engines: Engines;
  readonly common: CommonModel;
  readonly analyse?: AnalyseText;
  /** Name and version of that analysis; another one means another index. */
  readonly analyser?: string;
  readonly clock?: Clock;
}

export interface BuildOptions {
  readonly signal?: AbortSignal;
  /** Told after each page. */
  readonly progress?: (progress: { readonly done: number; readonly total: number; readonly unit: 'points' }) => void;
}

/** Indexes the words of adopted collections in hidden collections of the primary engine. A build that was interrupted goes on where it stopped. */
export class SideIndexBuilder {
  readonly #engines: Engines;
  readonly #texts: TextFeatures;
  readonly #analyser: string;
  readonly #clock: Clock;

  constructor({ engines, common, analyse = analyseChunk, analyser = ANALYSER, clock = systemClock }: SideIndexBuilderOptions) {
    this.#engines = engines;
    this.#texts = new TextFeatures(analyse, common);
    this.#analyser = analyser;
    this.#clock = clock;
  }

  /** Makes the index where it is not complete; resolves when it is. @throws what the engines throw; a repetition goes on from there */
  async build(record: CollectionRecord, options: BuildOptions = {}): Promise<SideIndexState> {
    const state = await this.state(record);
    return state?.state === 'complete' && state.pass === undefined ? state : this.check(record, options);
  }

  /** Checks where there is reason to: where the index is not complete, the collection shows that it changed, or the last reading is long ago for what it cost. */
  async refresh(record: CollectionRecord, options: BuildOptions = {}): Promise<SideIndexState> {
    const state = await this.state(record);
    if (state?.state !== 'complete' || state.pass !== undefined) return this.check(record, options);
    const due = isDue(state, this.#clock.now());
    const hasChanged = due === 'ask' ? (await this.#sign(record, options)) !== state.sign : due;
    return hasChanged ? this.check(record, options) : { ...state, changed: 0 };
  }

  /** Reads the collection and indexes what is new, changed or vanished since. A complete index answers meanwhile. */
  async check(record: CollectionRecord, options: BuildOptions = {}): Promise<SideIndexState> {
    await this.#begin(record);
    const startedAt = this.#clock.now();
    let changed = 0;
    let sign: string | undefined;
    for (let reading = 1; ; reading++) {
      // What changed behind an interrupted reading before it goes on would not show in a sign of today.
      const goesOn = (await this.state(record))?.pass !== undefined;
      sign = goesOn ? undefined : await this.#sign(record, options);
      changed += await this.#read(record, options);
      const lacking = await this.#settle(record, options);
      changed += lacking.vanished;
      if (lacking.added <= 0 || reading === MOST_READINGS) break;
    }
    const completed_at = this.#clock.now();
    const read_ms = Math.max(0, Math.round(completed_at - startedAt));
    return this.#change(record, ({ sign: _before, ...state }) => ({
      ...withoutPass(state),
      state: 'complete',
      changed,
      read_ms,
      completed_at,
      ...(sign === undefined ? {} : { sign }),
    }));
  }

  /** How far the index is; undefined where it was never begun or would be made otherwise today. */
  async state(record: CollectionRecord): Promise<SideIndexState | undefined> {
    const state = await this.#states.get(this.#key(record));
    return state?.made === madeOf(this.#analyser, record.card) ? state : undefined;
  }

  /** Forgets the index of a collection. */
  async remove(record: CollectionRecord): Promise<void> {
    await this.#states.delete([this.#key(record)]);
    await new SideCollections(this.#engines.primary, record.engine).drop(adoptedName(record));
  }

  /** Says that the index is being made, unless it was begun in the same way. */
  async #begin(record: CollectionRecord): Promise<void> {
    const collection = adoptedName(record);
    const made = madeOf(this.#analyser, record.card);
    const side = new SideCollections(this.#engines.primary, record.engine);
    const isThere = (await side.get(collection)) !== undefined;
    if (!isThere) await side.create(collection);
    await this.#states.change(this.#key(record), (present) =>
      isThere && present?.made === made ? { keep: true } : { set: { engine: record.engine, collection, state: 'building', made } },
    );
  }

  /** One reading of the collection, from where the last one stopped. @returns points that were new or had changed */
  async #read(record: CollectionRecord, { signal, progress }: BuildOptions): Promise<number> {
    const pass = this.#pass(record);
    const call = signal ? { signal } : {};
    let state = await this.#change(record, (present) => present);
    let total = state.pass?.total ?? (await this.#parts(record).reader.count(undefined, call));
    let changed = 0;
    for (;;) {
      signal?.throwIfAborted();
      const { seen, changed: inPage, next } = await pass.page(state.pass?.after, call);
      changed += inPage;
      const done = (state.pass?.seen ?? 0) + seen;
      total = Math.max(total, done);
      progress?.({ done, total, unit: 'points' });
      state = await this.#change(record, (present) =>
        next === undefined ? withoutPass(present) : { ...present, pass: { after: next, seen: done, total } },
      );
      if (next === undefined) return changed;
    }
  }

  #sign(record: CollectionRecord, { signal }: BuildOptions): Promise<string> {
    return this.#pass(record).sign(signal ? { signal } : {});
  }

  /** Compares the numbers after a reading. */
  async #settle(record: CollectionRecord, { signal }: BuildOptions): Promise<{ readonly vanished: number; readonly added: number }> {
    const call = signal ? { signal } : {};
    const { reader, side } = this.#parts(record);
    const [points, indexed] = await Promise.all([reader.count(undefined, call), side.get(adoptedName(record), call)]);
    const documents = indexed?.documents ?? 0;
    const vanished = documents > points ? await this.#pass(record).sweep(call) : 0;
    return { vanished, added: points - documents + vanished };
  }

  /** Changes the state of an index that is being made. */
  async #change(record: CollectionRecord, next: (state: SideIndexState) => SideIndexState): Promise<SideIndexState> {
    const changed = await this.#states.change(this.#key(record), (present) => (present ? { set: next(present) } : { keep: true }));
    if (changed) return changed;
    throw permanent('SIDE_INDEX.REMOVED', `The index of ${record.name} was removed while it was being made.`, { category: 'gone' });
  }

  #pass(record: CollectionRecord): ForeignPass {
    return new ForeignPass({ ...this.#parts(record), texts: this.#texts, made: madeOf(this.#analyser, record.card) });
  }

  #parts(record: CollectionRecord) {
    return adoptedParts({ engine: this.#engines.get(record.engine), primary: this.#engines.primary, record });
  }

  get #states() {
    return sideIndexStates(this.#engines.primary.records);
  }

  #key(record: CollectionRecord): string {
    return stateKey(record.engine, adoptedName(record));
  }
}

function withoutPass({ pass: _pass, ...state }: SideIndexState): SideIndexState {
  return state;
}
