import type { TextAnalyser } from '@tributary/engines-port';
import { FilterIndexes } from '../filter/filter-indexes.js';
import { FittingSlots } from '../filter/fitting-slots.js';
import { Bitmap } from '../memory/bitmap.js';
import { Float64Column, Uint32Column } from '../memory/columns.js';
import { UuidColumn } from '../memory/uuid-column.js';
import { PlainPostings } from '../postings/plain-postings.js';
import type { Postings } from '../postings/postings.js';
import { EntriedDocuments } from './entried-documents.js';
import type { LaneRowReader } from '../store/lane-row.js';
import { NIL } from '../store/point-id.js';
import { ExactVectors } from '../vectors/exact-vectors.js';
import { openVectorScan } from '../vectors/open-vector-scan.js';
import type { VectorCache } from '../vectors/vector-cache.js';
import type { VectorScan } from '../vectors/vector-scan.js';
import { Vocabulary } from '../vocabulary/vocabulary.js';
import { forEachRemovedWord } from '../write/removed-words.js';

/** Where the points of a document stand in memory. */
export interface DocumentPlace {
  readonly version: number;
  readonly points: number;
  readonly firstSlot: number;
}

export interface ProjectionOptions {
  readonly collection: number;
  readonly dimension: number;
  /** Change log entry it is read at. */
  readonly seq: number;
  readonly analyser: TextAnalyser;
  readonly vectorCache: VectorCache;
}

/** What answers fast about one collection, made of committed rows. Slots in memory only grow; a removed point leaves a gap. Holds no object per point. */
export class Projection {
  readonly collection: number;
  readonly dimension: number;
  readonly vectors: VectorScan;
  readonly exactVectors: ExactVectors;
  readonly postings: Postings = new PlainPostings();
  readonly vocabulary: Vocabulary;
  readonly filters: FilterIndexes;
  readonly fitting = new FittingSlots();
  /** Slots whose points exist. */
  readonly live = new Bitmap();
  readonly entries = new EntriedDocuments();
  /** Change log entry up to which this is current. */
  appliedSeq: number;
  points = 0;
  documents = 0;
  totalLength = 0;

  /** Slot in the store of each slot in memory. */
  readonly #stored = new Uint32Column();
  readonly #documents = new Uint32Column();
  readonly #lengths = new Uint32Column();
  readonly #ids = new UuidColumn();
  readonly #docIds = new UuidColumn();
  readonly #wordCounts = new Uint32Column();
  readonly #versions = new Float64Column();
  readonly #pointsOf = new Uint32Column();
  readonly #firstSlots = new Uint32Column();

  readonly #countWord = (word: number): void => {
    this.#wordCounts.add(word, 1);
  };

  constructor({ collection, dimension, seq, analyser, vectorCache }: ProjectionOptions) {
    this.collection = collection;
    this.dimension = dimension;
    this.appliedSeq = seq;
    this.vocabulary = new Vocabulary(collection);
    this.filters = new FilterIndexes(analyser);
    this.vectors = openVectorScan(dimension);
    this.exactVectors = new ExactVectors(vectorCache);
  }

  /** Slots ever given, gaps included. */
  get slots(): number {
    return this.#stored.length;
  }

  get gaps(): number {
    return this.slots - this.points;
  }

  /** Makes room for as many points as are to come. */
  reserve(points: number): void {
    for (const column of [this.#stored, this.#documents, this.#lengths, this.#ids]) column.reserve(points);
  }

  /** Adds the next point; points come in the order of their slots in the store. */
  append(storedSlot: number, row: LaneRowReader): void {
    const slot = this.slots;
    if (slot > 0 && storedSlot <= this.#stored.at(slot - 1)) throw new Error('Points reach a projection out of order.');
    const length = row.length;
    this.#stored.push(storedSlot);
    this.#documents.push(row.document);
    this.#lengths.push(length);
    this.#ids.set(slot, row.id);
    this.vectors.append(row.vector);
    this.postings.append(slot, row);
    row.forEachWord(this.#countWord);
    this.live.add(slot);
    this.points++;
    this.totalLength += length;
  }

  /** Says which version of a document, one that has none by now, the slots from `firstSlot` on are. */
  placeDocument(document: number, { version, points, firstSlot, docId }: DocumentPlace & { readonly docId: string }): void {
    this.#docIds.setText(document, docId);
    this.#versions.set(document, version);
    this.#pointsOf.set(document, points);
    this.#firstSlots.set(document, firstSlot);
    this.entries.forget(document);
    this.documents++;
  }

  /** Takes a document’s points out; `removed` are their words, as the change log has them. */
  removeDocument(document: number, removed: Uint8Array | undefined): void {
    const { firstSlot, points } = this.placeOf(document);
    for (let slot = firstSlot; slot < firstSlot + points; slot++) {
      this.live.remove(slot);
      this.totalLength -= this.#lengths.at(slot);
    }
    this.points -= points;
    if (points > 0) this.documents--;
    this.#pointsOf.set(document, 0);
    if (removed) {
      forEachRemovedWord(removed, (word) => {
        this.#wordCounts.add(word, -1);
      });
    }
  }

  placeOf(document: number): DocumentPlace {
    return {
      version: this.#versions.at(document),
      points: this.#pointsOf.at(document),
      firstSlot: this.#firstSlots.at(document),
    };
  }

  documentOf(slot: number): number {
    return this.#documents.at(slot);
  }

  storedSlotOf(slot: number): number {
    return this.#stored.at(slot);
  }

  /** The slot in memory of a stored slot; undefined when it is not here. */
  findStored(storedSlot: number): number | undefined {
    let low = 0;
    let high = this.slots;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#stored.at(middle) < storedSlot) low = middle + 1;
      else high = middle;
    }
    return low < this.slots && this.#stored.at(low) === storedSlot ? low : undefined;
  }

  get lengthOfSlot(): Uint32Array {
    return this.#lengths.values;
  }

  lengthOf(slot: number): number {
    return this.#lengths.at(slot);
  }

  /** Points that contain a word of the vocabulary. */
  wordCount(word: number): number {
    return this.#wordCounts.at(word);
  }

  /** Order of ids: what breaks ties. */
  readonly isBefore = (slot: number, other: number): boolean => this.#ids.isBefore(slot, other);

  /** The id of the point in a slot. */
  idOf(slot: number): string {
    return this.#ids.textAt(slot) ?? NIL;
  }

  /** Undefined where the id of a document is no UUID: then only the store knows it. */
  docIdOf(document: number): string | undefined {
    return this.#docIds.textAt(document);
  }
}
