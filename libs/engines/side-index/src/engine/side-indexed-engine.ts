import type { Card, ComponentHealth, Filter } from '@tributary/contracts';
import {
  noRecords,
  type CallOptions,
  type Candidate,
  type DocumentDelete,
  type DocumentFence,
  type DocumentMatch,
  type DocumentWrite,
  type Engine,
  type EngineCapabilities,
  type EngineCollection,
  type EngineStatistics,
  type ForeignCollections,
  type NominateRequest,
  type NominateResult,
  type PointSelector,
  type ReadOptions,
  type RecordStore,
  type ScrollPage,
  type ScrollRequest,
  type SignalsRequest,
  type StoredPoint,
  type WordSuggestion,
  type WriteOutcome,
} from '@tributary/engines-port';
import { hasCode, permanent } from '@tributary/kernel';
import { analyseChunk } from '@tributary/ranking';
import { TextFeatures, type AnalyseText, type CommonModel } from '../analysis/text-features.js';
import { joinNominate } from '../join/join-nominate.js';
import { MOST_LOOKED_AT } from '../join/rank-words.js';
import { joinSignals } from '../join/join-signals.js';
import type { JoinContext } from '../join/join-context.js';
import { commonFence } from './join-fences.js';
import { findLackingWords, indexWords } from './lacking-words.js';
import { ownParts } from './own-parts.js';
import { SideCollections } from './side-collections.js';
import { withFeatures } from './with-features.js';

export interface SideIndexedEngineOptions {
  /** An engine without lanes that rank words. Closed with this one. */
  readonly engine: Engine;
  /** Where the words are kept: the engine of the catalog. Not closed here. */
  readonly primary: Engine;
  readonly analyse?: AnalyseText;
  /** Candidates of a lexical lane looked up for one filtered query, at most; a filter that would need more makes the lane fail. Default 20,000. */
  readonly mostLookedAt?: number;
  readonly common: CommonModel;
}

/** What an engine of these capabilities can do with the index beside it. */
export function sideIndexedCapabilities(engine: EngineCapabilities): EngineCapabilities {
  return { ...engine, lanes: ['semantic', 'keyword', 'fuzzy'], atomicDocuments: false, primary: false };
}

/** An engine that cannot rank words, with its words in hidden collections of the primary engine. A document is written to the engine first and to the
 *  index second: whoever dies in between repeats the write, and until then candidates whose halves differ in version are left out. */
export class SideIndexedEngine implements Engine {
  readonly name: string;
  readonly kind: string;
  readonly capabilities: EngineCapabilities;
  readonly foreign?: ForeignCollections;
  readonly records: RecordStore;
  readonly #engine: Engine;
  readonly #side: SideCollections;
  readonly #texts: TextFeatures;
  readonly #mostLookedAt: number;

  constructor({ engine, primary, common, analyse = analyseChunk, mostLookedAt = MOST_LOOKED_AT }: SideIndexedEngineOptions) {
    this.name = engine.name;
    this.kind = engine.kind;
    this.capabilities = sideIndexedCapabilities(engine.capabilities);
    if (engine.foreign) this.foreign = engine.foreign;
    this.records = noRecords(`${engine.name} (${engine.kind})`);
    this.#engine = engine;
    this.#side = new SideCollections(primary, engine.name);
    this.#texts = new TextFeatures(analyse, common);
    this.#mostLookedAt = mostLookedAt;
  }

  async createCollection(name: string, card: Card, options?: CallOptions): Promise<void> {
    await this.#engine.createCollection(name, card, options);
    await this.#side.create(name, options);
  }

  /** The index goes first: repeated after a kill in between, the call still finds what is left. */
  async dropCollection(name: string, options?: CallOptions): Promise<void> {
    await this.#side.drop(name, options);
    await this.#engine.dropCollection(name, options);
  }

  async answerAs(logicalName: string, name: string, options?: CallOptions): Promise<void> {
    await this.#engine.answerAs?.(logicalName, name, options);
  }

  listCollections(options?: CallOptions): Promise<readonly EngineCollection[]> {
    return this.#engine.listCollections(options);
  }

  getCollection(name: string, options?: CallOptions): Promise<EngineCollection | undefined> {
    return this.#engine.getCollection(name, options);
  }

  async writeDocument(write: DocumentWrite, options?: CallOptions): Promise<WriteOutcome> {
    const outcome = await this.#engine.writeDocument(write, options);
    if (outcome.outcome === 'superseded') return outcome;
    const words = await this.#side.write(write, options);
    return outcome.outcome === 'unchanged' && words.outcome === 'written' ? words : outcome;
  }

  async deleteDocuments(deletes: DocumentDelete, options?: CallOptions): Promise<readonly WriteOutcome[]> {
    const outcomes = await this.#engine.deleteDocuments(deletes, options);
    await this.#side.delete(deletes, options);
    return outcomes;
  }

  async fences(collection: string, docIds: readonly string[], options?: CallOptions): Promise<readonly (DocumentFence | undefined)[]> {
    const [proper, words] = await Promise.all([
      this.#engine.fences(collection, docIds, options),
      this.#side.fences(collection, docIds, options),
    ]);
    return docIds.map((_, i) => commonFence(proper[i], words[i]));
  }

  async dropTombstones(collection: string, before: number, options?: CallOptions): Promise<number> {
    const dropped = await this.#engine.dropTombstones(collection, before, options);
    await this.#side.dropTombstones(collection, before, options);
    return dropped;
  }

  nominate({ collection, ...request }: NominateRequest, options: CallOptions = {}): Promise<NominateResult> {
    return joinNominate(this.#join(collection), request, options);
  }

  signals({ collection, ...request }: SignalsRequest, options: CallOptions = {}): Promise<readonly Candidate[]> {
    return joinSignals(this.#join(collection), request, options);
  }

  read(collection: string, selector: PointSelector, options?: ReadOptions): Promise<readonly StoredPoint[]> {
    return this.#engine.read(collection, selector, options);
  }

  async statistics(name: string, card: Pick<Card, 'vectors'>, options?: CallOptions): Promise<EngineStatistics> {
    const told = await this.#engine.statistics?.(name, card, options);
    if (told) return told;
    throw permanent('ENGINE.UNSUPPORTED', `The engine ${this.name} (${this.kind}) tells no numbers of its collections.`);
  }

  async scroll(request: ScrollRequest, options?: CallOptions): Promise<ScrollPage> {
    const page = await this.#engine.scroll(request, options);
    return { ...page, points: await withFeatures(page.points, { collection: request.collection, side: this.#side, texts: this.#texts }) };
  }

  count(collection: string, filter?: Filter, options?: CallOptions): Promise<number> {
    return this.#engine.count(collection, filter, options);
  }

  countDocuments(collection: string, filter: Filter, options?: CallOptions): Promise<number> {
    return this.#engine.countDocuments(collection, filter, options);
  }

  findDocuments(collection: string, selector: PointSelector, options?: CallOptions): Promise<readonly DocumentMatch[]> {
    return this.#engine.findDocuments(collection, selector, options);
  }

  async indexWords(
    collection: string,
    { mend, ...options }: CallOptions & { readonly mend: boolean },
  ): Promise<{ readonly lacking: number }> {
    const halves = { engine: this.#engine, side: this.#side, collection };
    const lacking = await findLackingWords(halves, options);
    if (mend) await indexWords(lacking, { ...halves, texts: this.#texts }, options);
    return { lacking: lacking.length };
  }

  storedVectors(collection: string, docId: string, options?: CallOptions): Promise<ReadonlyMap<string, Float32Array>> {
    return this.#engine.storedVectors(collection, docId, options);
  }

  suggestWords(collection: string, words: readonly string[], options?: CallOptions): Promise<readonly (readonly WordSuggestion[])[]> {
    return this.#ofSideWords(collection, () => this.#side.suggestWords(collection, words, options), { asked: words, options });
  }

  wordsBeginning(
    collection: string,
    beginnings: readonly string[],
    options?: CallOptions,
  ): Promise<readonly (readonly WordSuggestion[])[]> {
    return this.#ofSideWords(collection, () => this.#side.wordsBeginning(collection, beginnings, options), { asked: beginnings, options });
  }

  shareRead(collection: string): number | undefined {
    return this.#engine.shareRead?.(collection) ?? this.#side.shareRead(collection);
  }

  async health(options?: CallOptions): Promise<ComponentHealth> {
    const [health, primary] = await Promise.all([this.#engine.health(options), this.#side.health(options)]);
    if (health.status === 'down' || primary.status !== 'down') return health;
    return {
      ...health,
      status: 'degraded',
      detail: `no keyword and fuzzy search: the engine ${primary.name}, which keeps the words, is down`,
    };
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  /** What the side index says; nothing of a collection whose index was never begun. */
  async #ofSideWords(
    collection: string,
    ask: () => Promise<readonly (readonly WordSuggestion[])[]>,
    { asked, options }: { readonly asked: readonly string[]; readonly options: CallOptions | undefined },
  ): Promise<readonly (readonly WordSuggestion[])[]> {
    try {
      return await ask();
    } catch (error) {
      if (!hasCode(error, 'COLLECTION.NOT_FOUND')) throw error;
      // Refused only where the collection itself is missing.
      await this.#engine.count(collection, undefined, options);
      return asked.map(() => []);
    }
  }

  #join(collection: string): JoinContext {
    return { ...ownParts(this.#engine, this.#side, collection), texts: this.#texts, mostLookedAt: this.#mostLookedAt };
  }
}
