import type { Candidate, LaneCandidate, SignalsRequest } from '@tributary/engines-port';
import type { RankedSlot } from '../memory/top-slots.js';
import type { Projection } from '../projection/projection.js';
import { textIn } from '../store/columns.js';
import type { Connection } from '../store/connection.js';
import { rowId } from '../store/row-ids.js';
import { cosine } from '../vectors/quantise.js';
import { readVectors, type PointVectors } from './vectors-of.js';

type Query = Pick<SignalsRequest, 'terms' | 'vector' | 'common' | 'withVectors'>;

/** The candidates of a query, each once, with every signal the judge needs. */
export class CandidateSet {
  readonly #projection: Projection;
  readonly #reader: Connection;
  readonly #indexOf = new Map<number, number>();
  readonly #vectors = new Map<number, PointVectors | undefined>();

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

  /** Cosine of the exact vector in a slot; undefined where there is none. */
  similarity(slot: number, query: Float32Array): number | undefined {
    const own = this.#vectorsOf(slot)?.own;
    return own && cosine(query, own);
  }

  candidates(request: Query): readonly Candidate[] {
    return [...this.#indexOf.keys()].map((slot) => this.#candidate(slot, request));
  }

  #candidate(slot: number, { terms, vector, common, withVectors }: Query): Candidate {
    const document = this.#projection.documentOf(slot);
    const { version, points, firstSlot } = this.#projection.placeOf(document);
    const occurrences = terms.map(({ id }) => this.#projection.postings.occurrences(id, slot));
    const similarity = vector && this.similarity(slot, vector);
    const commonVector = common || withVectors ? this.#vectorsOf(slot)?.common : undefined;
    return {
      id: this.#projection.idOf(slot),
      docId: this.#docIdOf(document),
      docVersion: version,
      chunkIndex: slot - firstSlot,
      totalChunks: points,
      body: Uint8Array.from(occurrences, ({ body }) => body),
      title: Uint8Array.from(occurrences, ({ title }) => title),
      length: this.#projection.lengthOf(slot),
      ...(similarity === undefined ? {} : { similarity }),
      ...(common && commonVector ? { commonSimilarity: cosine(common, commonVector) } : {}),
      ...(withVectors && commonVector ? { commonVector } : {}),
    };
  }

  #vectorsOf(slot: number): PointVectors | undefined {
    if (!this.#vectors.has(slot)) {
      this.#vectors.set(slot, readVectors(this.#reader, rowId(this.#projection.collection, this.#projection.storedSlotOf(slot))));
    }
    return this.#vectors.get(slot);
  }

  #docIdOf(document: number): string {
    const known = this.#projection.docIdOf(document);
    if (known !== undefined) return known;
    const row = this.#reader.sql('SELECT doc_id FROM documents WHERE id = ?').get(rowId(this.#projection.collection, document));
    return textIn(row ?? {}, 'doc_id');
  }
}
