import { entryOf, hasEntries, type Candidate, type EntryPlace, type LaneCandidate, type SignalsRequest } from '@tributary/engines-port';
import type { RankedSlot } from '../memory/top-slots.js';
import type { Occurrences } from '../postings/postings.js';
import type { Projection } from '../projection/projection.js';
import { textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { rowId } from '../store/row-ids.js';
import { cosine, measured, type MeasuredVector } from '../vectors/quantise.js';

type Query = Pick<SignalsRequest, 'terms' | 'vector' | 'common' | 'withVectors'>;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The candidates of a query, each once, with every signal the judge needs. */
export class CandidateSet {
  readonly #projection: Projection;
  readonly #reader: Connection;
  readonly #indexOf = new Map<number, number>();
  readonly #docIds = new Map<number, string>();
  /** By slot, of the query's own vector: the semantic lane looks at most candidates before. */
  readonly #similarities = new Map<number, number>();
  /** Vectors that are handed out and would not stay, one behind the other: memory of its own for each would cost more. */
  #handedOut = new Float32Array(0);
  #handedOutLength = 0;

  constructor(projection: Projection, reader: Connection) {
    this.#projection = projection;
    this.#reader = reader;
  }

  /** Takes a lane’s ranking in. @returns it by index of candidate */
  add(ranking: readonly RankedSlot[]): readonly LaneCandidate[] {
    return ranking.map(({ slot, score }) => {
      const candidate = this.#indexOf.get(slot) ?? this.#indexOf.size;
      this.#indexOf.set(slot, candidate);
      return { candidate, score };
    });
  }

  /** Cosine of the exact vector in a slot with the query's, which is the same for all; undefined where there is none. */
  similarity(slot: number, query: MeasuredVector): number | undefined {
    const known = this.#similarities.get(slot);
    if (known !== undefined) return known;
    const similarity = this.#projection.exactVectors.cosine(query, this.#reader, this.#placeOf(slot));
    if (similarity !== undefined) this.#similarities.set(slot, similarity);
    return similarity;
  }

  candidates(request: Query): readonly Candidate[] {
    const slots = [...this.#indexOf.keys()];
    const width = request.terms.length;
    const { body, title } = this.#projection.postings.occurrences(request.terms, slots);
    const query = { ...request, own: request.vector && measured(request.vector), isOfCommon: areEqual(request.vector, request.common) };
    return slots.map((slot, at) => {
      const start = at * width;
      const end = start + width;
      return this.#candidate(slot, { body: body.subarray(start, end), title: title.subarray(start, end) }, query);
    });
  }

  #candidate(
    slot: number,
    { body, title }: Occurrences,
    { own: ownQuery, common, withVectors, isOfCommon }: Query & { readonly own: MeasuredVector | undefined; readonly isOfCommon: boolean },
  ): Candidate {
    const document = this.#projection.documentOf(slot);
    const { version, points, firstSlot } = this.#projection.placeOf(document);
    // One object each: a search of many collections has a thousand.
    const candidate: Writable<Candidate> = {
      id: this.#projection.idOf(slot),
      docId: this.#docIdOf(document),
      docVersion: version,
      chunkIndex: slot - firstSlot,
      totalChunks: points,
      body,
      title,
      length: this.#projection.lengthOf(slot),
    };
    const entry = points > 1 ? this.#entryOf(slot, document) : undefined;
    if (entry !== undefined) candidate.entry = entry;
    const similarity = ownQuery && this.similarity(slot, ownQuery);
    if (similarity !== undefined) candidate.similarity = similarity;
    if (!common && !withVectors) return candidate;
    const { own, common: commonVector, areFixed } = this.#projection.exactVectors.of(this.#reader, this.#placeOf(slot));
    const isKnown = isOfCommon && own === commonVector;
    if (common) candidate.commonSimilarity = (isKnown ? similarity : undefined) ?? cosine(common, commonVector);
    if (withVectors) candidate.commonVector = areFixed ? commonVector : this.#copy(commonVector);
    return candidate;
  }

  /** Whether a document is made of entries is asked of one of its points, once. */
  #entryOf(slot: number, document: number): string | undefined {
    const known = this.#projection.entries.of(document);
    if (known === false) return undefined;
    const place = this.#placeInDocument(slot);
    if (known === undefined) this.#projection.entries.learn(document, hasEntries(place));
    return entryOf(place);
  }

  #placeInDocument(slot: number): EntryPlace {
    const row = this.#reader.sql('SELECT payload FROM points WHERE slot = ?').get(this.#placeOf(slot).row);
    // Safe: written from a payload
    return JSON.parse(textIn(row ?? {}, 'payload')) as EntryPlace;
  }

  #copy(vector: Float32Array): Float32Array {
    if (this.#handedOutLength + vector.length > this.#handedOut.length) {
      this.#handedOut = new Float32Array(this.#indexOf.size * vector.length);
      this.#handedOutLength = 0;
    }
    const start = this.#handedOutLength;
    this.#handedOutLength += vector.length;
    const copy = this.#handedOut.subarray(start, this.#handedOutLength);
    copy.set(vector);
    return copy;
  }

  #placeOf(slot: number): { readonly slot: number; readonly row: number } {
    return { slot, row: rowId(this.#projection.collection, this.#projection.storedSlotOf(slot)) };
  }

  #docIdOf(document: number): string {
    const docId = this.#docIds.get(document) ?? this.#readDocId(document);
    this.#docIds.set(document, docId);
    return docId;
  }

  #readDocId(document: number): string {
    const known = this.#projection.docIdOf(document);
    if (known !== undefined) return known;
    const row = this.#reader.sql('SELECT doc_id FROM documents WHERE id = ?').get(rowId(this.#projection.collection, document));
    return textIn(row ?? {}, 'doc_id');
  }
}

/** Whether the query has one vector by both models, which are one then. */
function areEqual(own: Float32Array | undefined, common: Float32Array | undefined): boolean {
  if (own === common) return own !== undefined;
  return own !== undefined && own.length === common?.length && own.every((value, at) => value === common[at]);
}
