import { chunkDocument } from '@tributary/chunking';
import {
  Card,
  SearchRequest,
  embedQueryQueue,
  localOwner,
  type CardModel,
  type PointPayload,
  type Principal,
  type SearchInput,
} from '@tributary/contracts';
import type { EmbedOptions, EmbeddingProvider } from '@tributary/embedding-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import {
  Catalog,
  Engines,
  physicalName,
  type CollectionReader,
  type CollectionRecord,
  type Engine,
  type FoundCollections,
  type FoundListing,
  type Point,
} from '@tributary/engines-port';
import { MemoryEngine, MemoryForeign } from '@tributary/engines-port/memory';
import { SideIndexBuilder, openAdopted } from '@tributary/engines-side-index';
import { documentNames, encodeDocumentKey, type Clock } from '@tributary/kernel';
import { chunkOriginalId, documentId, md5Uuid, sha256Hex } from '@tributary/kernel/ids';
import { LocalQueues } from '@tributary/messaging-local';
import { ANALYSER, analyseChunk, withNameTerms } from '@tributary/ranking';
import { temporaryFolder } from '@tributary/testing';
import { FetchDocument } from '../fetch/fetch-document.use-case.js';
import type { SearchContext } from '../plan/plan.js';
import { Search } from '../search/search.use-case.js';
import { CollectionSketches } from '../selection/collection-sketches.js';
import { FaultyEngine } from './faulty-engine.fixture.js';

/** For a request whose answer is asserted, not its time: whoever shares the processor may take seconds of it. */
export const PATIENCE = { deadline_ms: 30_000 };

/** A text to be found, and who may see it. */
export interface TestDocument extends Partial<
  Pick<
    PointPayload,
    'title' | 'type' | 'lang' | 'path' | 'sym' | 'symbols' | 'scope' | 'user_id' | 'acl' | 'modified_at' | 'metadata' | 'tags'
  >
> {
  readonly key: string;
  readonly text: string;
  readonly version?: number;
}

export interface TestCollection {
  readonly engine?: Engine;
  readonly model?: CardModel;
}

/** A clock that stands until it is moved on, or the real one. */
class StandingClock implements Clock {
  #now = Date.parse('2026-06-15T12:00:00Z');
  readonly #runs: boolean;

  constructor(runs = false) {
    this.#runs = runs;
  }

  now() {
    return this.#runs ? Date.now() : this.#now;
  }

  moveOn(ms: number) {
    this.#now += ms;
  }
}

/** A second model: its vectors are those of the static model, turned round, so that cosines of both cannot be mixed unnoticed. */
class OtherModel implements EmbeddingProvider {
  readonly name = 'other';
  readonly #inner = new StaticEmbeddingProvider();
  readonly asked: string[] = [];
  /** Vectors it gives, of unit length, by a word of the text; of others those of the static model. */
  readonly vectors = new Map<string, Float32Array>();
  /** Waits for this before it answers. */
  until: Promise<void> = Promise.resolve();

  async describe() {
    return { ...(await this.#inner.describe()), name: this.name, revision: 'r1' };
  }

  async embed(texts: readonly string[], options: EmbedOptions) {
    this.asked.push(...texts);
    await this.until;
    const vectors = await this.#inner.embed(texts, options);
    return vectors.map((vector, at) => this.#given(texts[at] ?? '') ?? vector.toReversed());
  }

  #given(text: string): Float32Array | undefined {
    return [...this.vectors].find(([word]) => text.includes(word))?.[1];
  }

  health() {
    return this.#inner.health();
  }

  close() {
    return this.#inner.close();
  }
}

interface BedOptions {
  /** Further engines, each opened over the primary one and the common model. */
  readonly others?: readonly ((primary: Engine, common: EmbeddingProvider) => Engine)[];
  /** The clock goes on by itself. */
  readonly runs?: boolean;
}

interface BedParts extends BedOptions {
  readonly main: Engine;
  readonly second: Engine;
}

/** A search over real embedded engines, the static model, a second model behind the queue `embed-query`, and faults on demand. */
export class Testbed implements AsyncDisposable {
  readonly clock: StandingClock;
  readonly common = new StaticEmbeddingProvider();
  readonly other = new OtherModel();
  readonly queues: LocalQueues;
  readonly main: FaultyEngine;
  readonly second: FaultyEngine;
  /** Collections of other programs, on the engine `elsewhere`. */
  readonly foreign = new MemoryForeign([]);
  readonly catalog: Catalog;
  readonly engines: Engines;
  readonly words: SideIndexBuilder;
  readonly sketches: CollectionSketches;
  readonly search: Search;
  readonly fetch: FetchDocument;
  readonly #close: () => Promise<void>;
  #version = 1;

  private constructor(queues: LocalQueues, { main, second, others = [], runs = false }: BedParts, close: () => Promise<void>) {
    this.clock = new StandingClock(runs);
    this.queues = queues;
    this.main = new FaultyEngine(main);
    this.second = new FaultyEngine(second);
    this.#close = close;
    const elsewhere = new MemoryEngine({ name: 'elsewhere', foreign: this.foreign });
    this.engines = new Engines(this.main.engine, [this.second.engine, elsewhere, ...others.map((open) => open(main, this.common))]);
    this.words = new SideIndexBuilder({ engines: this.engines, common: this.common });
    this.catalog = new Catalog(main.records);
    this.sketches = new CollectionSketches(this);
    this.search = new Search(this);
    this.fetch = new FetchDocument(this);
  }

  readonly openAdopted = (record: CollectionRecord): CollectionReader =>
    openAdopted({
      engine: this.engines.get(record.engine),
      primary: this.engines.primary,
      record,
      common: this.common,
      // Another clock than the one that stands, since the reader remembers for a second whether the words are indexed.
    });

  /** What nobody adopted, as the engines would be found to hold it. */
  listing: FoundListing = { records: [], unreadable: [] };
  readonly found: FoundCollections = { beside: () => Promise.resolve(this.listing) };

  static async open(options: BedOptions = {}): Promise<Testbed> {
    const folders = await Promise.all([temporaryFolder(), temporaryFolder()]);
    const main = EmbeddedEngine.open({ name: 'main', folder: folders[0].path });
    const second = EmbeddedEngine.open({ name: 'second', folder: folders[1].path });
    const queues = LocalQueues.open({ memory: true });
    return new Testbed(queues, { main, second, ...options }, async () => {
      await queues.close();
      await Promise.all([main.close(), second.close()]);
      await Promise.all(folders.map((folder) => folder.remove()));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }

  /** Lets an embedder answer for the second model. */
  async startEmbedder(): Promise<void> {
    const answer = async (texts: readonly string[]) => ({
      vectors: (await this.other.embed(texts, { kind: 'query' })).map((vector) => [...vector]),
    });
    await this.queues.consume(embedQueryQueue, ({ data }) => answer(data.texts), { concurrency: 4 });
  }

  /** Makes a collection with these documents. @returns its physical name */
  async collection(
    name: string,
    documents: readonly TestDocument[],
    { engine = this.main.engine, model }: TestCollection = {},
  ): Promise<string> {
    const card = Card.parse({ model: model ?? (await this.common.describe()), analyser: ANALYSER, created_at: '2026-01-01T00:00:00Z' });
    const physical = physicalName(name, 1);
    await engine.createCollection(physical, card);
    await this.catalog.collections.change(name, () => ({ set: { name, engine: engine.name, card, generation: 1 } }));
    for (const document of documents) await this.write(name, document);
    return physical;
  }

  async write(collection: string, document: TestDocument): Promise<void> {
    const record = await this.catalog.collections.get(collection);
    if (!record) throw new Error(`no collection ${collection}`);
    const key = encodeDocumentKey(document.key);
    const version = document.version ?? this.#version++;
    const points = await this.#points(document, { collection, key, version, isOther: record.card.model.name === this.other.name });
    const docId = documentId(collection, key);
    const write = { collection: physicalName(collection, 1), docId, key, version, hash: sha256Hex(document.text), points };
    await this.engines.get(record.engine).writeDocument(write);
  }

  async remove(collection: string, key: string): Promise<void> {
    const record = await this.catalog.collections.get(collection);
    if (!record) throw new Error(`no collection ${collection}`);
    const document = { docId: documentId(collection, encodeDocumentKey(key)), key: encodeDocumentKey(key), version: this.#version++ };
    await this.engines.get(record.engine).deleteDocuments({ collection: physicalName(collection, 1), documents: [document] });
  }

  /** Has much time where neither the request nor the context says how much. */
  run(input: SearchInput, { principal = localOwner, ...context }: Partial<SearchContext> = {}) {
    return this.search.run(SearchRequest.parse({ ...PATIENCE, ...input }), { principal, ...context });
  }

  async #points(
    { text, key: _, version: __, ...fields }: TestDocument,
    {
      collection,
      key,
      version,
      isOther,
    }: { readonly collection: string; readonly key: string; readonly version: number; readonly isOther: boolean },
  ): Promise<Point[]> {
    const { title, chunks } = chunkDocument({
      text,
      type: fields.type ?? 'doc',
      ...(fields.title === undefined ? {} : { title: fields.title }),
      ...(fields.path === undefined ? {} : { path: fields.path }),
    });
    const texts = chunks.map(({ heading, content }) => `${heading}\n${content}`);
    const common = await this.common.embed(texts);
    const own = isOther ? await this.other.embed(texts, { kind: 'document' }) : common;
    return chunks.map(({ n, content, heading, chunk_type, range }, at) => {
      const original_id = chunkOriginalId({ collection, key, chunk: n });
      const payload: PointPayload = {
        type: 'doc',
        ...fields,
        original_id,
        doc_id: documentId(collection, key),
        doc_version: version,
        title,
        source: 'test',
        chunk_type,
        range,
        chunk_index: n,
        total_chunks: chunks.length,
        content,
        ...(heading === '' ? {} : { heading }),
        hash: sha256Hex(content),
        indexed_at: new Date(this.clock.now()).toISOString(),
      };
      const vector = own[at];
      const { terms, words } = analyseChunk({ heading, content });
      const named = n === 0 ? withNameTerms(terms, documentNames(payload)) : terms;
      const features = { terms: named, words, common: common[at] ?? new Float32Array(256) };
      return { id: md5Uuid(original_id), payload, features, ...(vector ? { vector } : {}) };
    });
  }
}

/** Somebody who is not the owner. */
export function reader(fields: Partial<Principal> = {}): Principal {
  return { subject: 'reader', groups: [], scopes: ['search:read'], collections: ['*'], unrestricted: false, ...fields };
}
