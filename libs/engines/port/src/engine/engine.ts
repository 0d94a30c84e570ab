import type { Card, CardModel, ComponentHealth, Filter, Lane } from '@tributary/contracts';
import type { ConditionKind } from '../filter/condition-kinds.js';
import type { ForeignCollections } from '../foreign/foreign-collections.js';
import type { RecordStore } from '../records/record-store.js';
import type { Candidate, NominateRequest, NominateResult, SignalsRequest } from './nominate.js';
import type { DocumentDelete, DocumentFence, DocumentWrite, WriteOutcome } from './point.js';
import type { EngineStatistics } from './statistics.js';
import type { CallOptions, PointSelector, ReadOptions, ScrollPage, ScrollRequest, StoredPoint } from './reading.js';

/** What an engine can do. What it cannot, it refuses with `ENGINE.UNSUPPORTED` instead of ignoring it. */
export interface EngineCapabilities {
  readonly lanes: readonly Lane[];
  /** Kinds of filter condition it evaluates, named as in the filter language. */
  readonly conditions: readonly ConditionKind[];
  /** True when a reader can never see half a document whatever happens. */
  readonly atomicDocuments: boolean;
  /** True when it may keep the catalog: its records are durable and compare-and-set holds between processes. */
  readonly primary: boolean;
  /** Distances a card may name; a collection with another one is refused. */
  readonly distances: readonly CardModel['distance'][];
}

export interface EngineCollection {
  /** Physical name: `<collection>__g<generation>`. */
  readonly name: string;
  readonly card: Card;
  readonly documents: number;
  readonly points: number;
  /** In a list: a mark says that this installation made it, on a server that others may use, too. */
  readonly isMarked?: boolean;
}

/** A document some of whose points fit a selector. */
export interface DocumentMatch {
  readonly docId: string;
  readonly key: string;
  readonly version: number;
  /** All chunks of the document, not only those that fit. */
  readonly points: number;
  /** Those that fit. */
  readonly fitting: number;
}

/** A word of a collection’s vocabulary, for one that is like it. */
export interface WordSuggestion {
  readonly word: string;
  /** Points that contain it. */
  readonly documentFrequency: number;
}

interface Counts {
  readonly documents: number;
  readonly points: number;
}

/** What an engine had counted, and what is there. */
export interface Recount {
  readonly counted: Counts;
  readonly there: Counts;
}

/** The store of points of one configured engine. Collections are addressed by physical name; calls on a missing one fail with `COLLECTION.NOT_FOUND`. */
export interface Engine {
  /** Configured name, such as `main`. */
  readonly name: string;
  readonly kind: string;
  readonly capabilities: EngineCapabilities;

  /** Idempotent with the same model; another model or dimension is refused with `COLLECTION.EXISTS`. */
  createCollection(name: string, card: Card, options?: CallOptions): Promise<void>;
  dropCollection(name: string, options?: CallOptions): Promise<void>;
  listCollections(options?: CallOptions): Promise<readonly EngineCollection[]>;
  getCollection(name: string, options?: CallOptions): Promise<EngineCollection | undefined>;

  /** Replaces a document as a whole if the version fence lets it; durable when it resolves.
   *  The greater version wins; at an equal version the greater hash. A tombstone is a version like any other.
   *  @throws `ENGINE.DIMENSION_MISMATCH`, `ENGINE.VECTOR_INVALID` */
  writeDocument(write: DocumentWrite, options?: CallOptions): Promise<WriteOutcome>;
  /** Deletes documents and leaves tombstones, so that older writes that come later are superseded. */
  deleteDocuments(deletes: DocumentDelete, options?: CallOptions): Promise<readonly WriteOutcome[]>;
  /** The newest version known of each document, tombstones included; undefined where none is. */
  fences(collection: string, docIds: readonly string[], options?: CallOptions): Promise<readonly (DocumentFence | undefined)[]>;
  /** Forgets tombstones set before this moment (ms since the epoch). @returns how many */
  dropTombstones(collection: string, before: number, options?: CallOptions): Promise<number>;

  /** Runs the lanes of one collection on one state of the data and returns the candidates with the judge’s features. */
  nominate(request: NominateRequest, options?: CallOptions): Promise<NominateResult>;
  /** What `nominate` would say of these points, whichever lanes they are in: in the order of the ids, missing ones and those the filter keeps out left out. */
  signals(request: SignalsRequest, options?: CallOptions): Promise<readonly Candidate[]>;
  /** Points by selector, in order of `doc_id` and `chunk_index`; with `ids`, in the order of the ids, missing ones left out. */
  read(collection: string, selector: PointSelector, options?: ReadOptions): Promise<readonly StoredPoint[]>;
  scroll(request: ScrollRequest, options?: CallOptions): Promise<ScrollPage>;
  /** Exact. */
  count(collection: string, filter?: Filter, options?: CallOptions): Promise<number>;
  /** Documents that fit, counted without reading them; exact for a filter that fits all chunks of a document or none, as those of access do. */
  countDocuments(collection: string, filter: Filter, options?: CallOptions): Promise<number>;
  /** Documents with at least one fitting point. */
  findDocuments(collection: string, selector: PointSelector, options?: CallOptions): Promise<readonly DocumentMatch[]>;
  /** Vectors already stored for chunks of a document, by chunk hash: what need not be embedded again. */
  storedVectors(collection: string, docId: string, options?: CallOptions): Promise<ReadonlyMap<string, Float32Array>>;
  /** Words within one edit of each given word (lower case), most frequent first; a known word answers with itself alone. */
  suggestWords(collection: string, words: readonly string[], options?: CallOptions): Promise<readonly (readonly WordSuggestion[])[]>;
  /** For each beginning (lower case, at least one letter) words that begin so, most frequent first, at most 16. Of a large vocabulary rare ones may be left out, and what was written lately. */
  wordsBeginning(collection: string, beginnings: readonly string[], options?: CallOptions): Promise<readonly (readonly WordSuggestion[])[]>;

  /** Lets programs that ask the engine itself find a collection under its logical name, too; a name that another collection has stays that one's.
   *  Left out where engines know no second names. */
  answerAs?(logicalName: string, name: string, options?: CallOptions): Promise<void>;
  /** Compares the numbers kept of a collection with its rows, on one state of it, and sets them right where asked to; left out where none are kept.
   *  @throws `COLLECTION.NOT_FOUND` */
  recount?(collection: string, options: CallOptions & { readonly mend: boolean }): Promise<Recount>;
  /** Forgets the words that occur in no point of a collection any more, where enough was removed since the last time to be worth looking; left out where none stay behind.
   *  @returns how many @throws `COLLECTION.NOT_FOUND` */
  forgetWords?(collection: string, options?: CallOptions): Promise<number>;
  /** Documents whose words are not where the keyword lane looks for them; indexes those again where asked to. Left out where words lie with their points.
   *  @throws `COLLECTION.NOT_FOUND` */
  indexWords?(collection: string, options: CallOptions & { readonly mend: boolean }): Promise<{ readonly lacking: number }>;
  /** Numbers of a collection by its engine's name for it, whoever made it; left out where the engine tells nothing beyond `getCollection`.
   *  @throws `COLLECTION.NOT_FOUND` */
  statistics?(name: string, card: Pick<Card, 'vectors'>, options?: CallOptions): Promise<EngineStatistics>;

  /** Another text after every change of a collection's points, the same while there is none; left out where the engine keeps no count of changes.
   *  @throws `COLLECTION.NOT_FOUND` */
  changeMark?(collection: string, options?: CallOptions): Promise<string>;

  /** Keyed JSON records with compare-and-set: what the catalog is kept in when this engine is the primary one. One that cannot be refuses with `ENGINE.UNSUPPORTED`. */
  readonly records: RecordStore;
  /** Collections of this engine that another program made; undefined where there cannot be any. */
  readonly foreign?: ForeignCollections;
  /** Reads ahead, in the background of other work, what the first searches would otherwise wait for; left out where that is nothing. Never rejects;
   *  ends early when the engine closes. */
  readAhead?(): Promise<void>;
  /** How much of a collection is in memory, from 0 to 1, while searches of it wait for the rest; undefined while none does. Left out where searches read
   *  where the points lie. */
  shareRead?(collection: string): number | undefined;
  /** Answers within `HEALTH_LIMIT_MS`, however the engine is. */
  health(options?: CallOptions): Promise<ComponentHealth>;
  close(): Promise<void>;
}
