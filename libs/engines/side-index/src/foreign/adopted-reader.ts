import type { Filter } from '@tributary/contracts';
import {
  type CallOptions,
  type CollectionReader,
  type NominateResult,
  type PointSelector,
  type PointsPage,
  type ReadOptions,
  type RecordStore,
  type ScrollRequest,
  type StoredPoint,
  type WordSuggestion,
} from '@tributary/engines-port';
import { retryable, toErrorRecord, type Clock, type ErrorRecord } from '@tributary/kernel';
import type { TextFeatures } from '../analysis/text-features.js';
import { joinNominate } from '../join/join-nominate.js';
import type { JoinRequest } from '../join/points.js';
import { MOST_LOOKED_AT } from '../join/rank-words.js';
import { adoptedLexical } from './adopted-lexical.js';
import type { AdoptedParts } from './adopted-parts.js';
import { percentOf, sideIndexStates, stateKey, type SideIndexState } from './side-index-record.js';

/** How long a state that was read is good for. */
const STATE_MS = 1_000;

export interface AdoptedReaderParts extends AdoptedParts {
  /** As users call the collection. */
  readonly name: string;
  readonly records: RecordStore;
  readonly made: string;
  readonly texts: TextFeatures;
  readonly clock: Clock;
}

/** Joins what the engine of an adopted collection can do with the index of its words. */
export class AdoptedReader implements CollectionReader {
  /** Every point stands for itself: nothing of it can be half there. */
  readonly showsWholeDocuments = true;
  readonly #parts: AdoptedReaderParts;
  #state: { readonly unready: ErrorRecord | undefined; readonly until: number } | undefined;

  constructor(parts: AdoptedReaderParts) {
    this.#parts = parts;
  }

  async nominate(request: JoinRequest, options: CallOptions = {}): Promise<NominateResult> {
    const { reader, side, place, texts } = this.#parts;
    const unready = await this.#unready();
    const parts = { proper: reader, lexical: adoptedLexical(side, place), comparesVersions: false, texts, mostLookedAt: MOST_LOOKED_AT };
    return joinNominate({ ...parts, ...(unready ? { unready } : {}) }, request, options);
  }

  read(selector: PointSelector, options?: ReadOptions): Promise<readonly StoredPoint[]> {
    return this.#parts.reader.read(selector, options);
  }

  scroll(request: Omit<ScrollRequest, 'collection'>, options?: CallOptions): Promise<PointsPage> {
    return this.#parts.reader.scroll(request, options);
  }

  count(filter?: Filter, options?: CallOptions): Promise<number> {
    return this.#parts.reader.count(filter, options);
  }

  /** None while the index is not complete. */
  async suggestWords(words: readonly string[], options?: CallOptions): Promise<readonly (readonly WordSuggestion[])[]> {
    const { side, place } = this.#parts;
    if (await this.#unready()) return words.map(() => []);
    return side.suggestWords(place.collection, words, options);
  }

  /** None while the index is not complete. */
  async wordsBeginning(beginnings: readonly string[], options?: CallOptions): Promise<readonly (readonly WordSuggestion[])[]> {
    const { side, place } = this.#parts;
    if (await this.#unready()) return beginnings.map(() => []);
    return side.wordsBeginning(place.collection, beginnings, options);
  }

  /** Of its words; the vectors are its engine's business. */
  shareRead(): number | undefined {
    const { side, place } = this.#parts;
    return side.shareRead(place.collection);
  }

  /** Why the index cannot answer yet. */
  async #unready(): Promise<ErrorRecord | undefined> {
    const { clock, records, place } = this.#parts;
    if (this.#state && clock.now() < this.#state.until) return this.#state.unready;
    const state = await sideIndexStates(records).get(stateKey(place.engine, place.collection));
    const unready = this.#reasonIn(state);
    this.#state = { unready, until: clock.now() + STATE_MS };
    return unready;
  }

  #reasonIn(state: SideIndexState | undefined): ErrorRecord | undefined {
    const { name, made } = this.#parts;
    if (state?.made !== made) return stale('SIDE_INDEX.MISSING', `the words of ${name} are not indexed yet`);
    if (state.state === 'complete') return undefined;
    return stale('SIDE_INDEX.BUILDING', `the words of ${name} are being indexed, ${percentOf(state.pass).toString()} % done`);
  }
}

function stale(code: string, message: string): ErrorRecord {
  return toErrorRecord(retryable(code, message));
}
