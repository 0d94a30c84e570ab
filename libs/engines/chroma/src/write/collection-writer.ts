import type { WriteOutcome } from '@tributary/engines-port';
import { MIB } from '@tributary/kernel';
import type { OwnCollection } from '../collections/own-collection.js';
import type { Heads } from '../heads/heads.js';
import type { PointRecord } from '../points/point-record.js';
import type { ChromaConnection } from '../server/connection.js';
import { batchesOf } from './batches.js';
import type { Sweeper } from './sweeper.js';
import type { WriteStep } from './write-step.js';

const STEPS_AT_ONCE = 200;
const BYTES_AT_ONCE = 10 * MIB;

interface Waiting {
  readonly step: WriteStep;
  readonly bytes: number;
  readonly resolve: (outcome: WriteOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface WriterParts {
  readonly connection: ChromaConnection;
  readonly heads: Heads;
  readonly sweeper: Sweeper;
}

/** Writes to one collection. What comes while a round is under way goes into the next one together, since Chroma takes about as long for one record
 *  as for a hundred. A round: look at the commits, write the points beside what is there, commit. */
export class CollectionWriter {
  readonly #collection: OwnCollection;
  readonly #parts: WriterParts;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(collection: OwnCollection, parts: WriterParts) {
    this.#collection = collection;
    this.#parts = parts;
  }

  /** Carries out a step after the earlier ones of its document; durable when it resolves. */
  write(step: WriteStep): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      const bytes = step.records.reduce((sum, record) => sum + record.bytes, 0);
      this.#waiting.push({ step, bytes, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    // Callers of the same turn go into one round.
    await Promise.resolve();
    for (let round = this.#nextRound(); round.length > 0; round = this.#nextRound()) await this.#attempt(round);
    this.#running = undefined;
  }

  /** At most one step of each document, in the order they came. */
  #nextRound(): readonly Waiting[] {
    const round: Waiting[] = [];
    const documents = new Set<string>();
    let bytes = 0;
    for (const waiting of this.#waiting) {
      if (round.length >= STEPS_AT_ONCE || (round.length > 0 && bytes + waiting.bytes > BYTES_AT_ONCE)) break;
      // Later steps of the same document wait; others may pass them.
      if (documents.has(waiting.step.docId)) continue;
      documents.add(waiting.step.docId);
      round.push(waiting);
      bytes += waiting.bytes;
    }
    for (const waiting of round) this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    return round;
  }

  async #attempt(round: readonly Waiting[]): Promise<void> {
    try {
      await this.#carryOut(round);
    } catch (error) {
      for (const { reject } of round) reject(error);
    }
  }

  async #carryOut(round: readonly Waiting[]): Promise<void> {
    const { heads, sweeper } = this.#parts;
    const collection = this.#collection;
    const docIds = round.map(({ step }) => step.docId);
    const known = await heads.of(collection, docIds);
    const open = round.filter(({ step, resolve }) => {
      const outcome = step.settled(known.get(step.docId));
      if (outcome) resolve(outcome);
      return outcome === undefined;
    });
    await this.#upsert(open.flatMap(({ step }) => step.records));
    const commits = open.map(({ step }) => step.head);
    await heads.commit(collection, commits);
    const replaced = commits.filter(({ docId }) => known.has(docId)).map(({ docId }) => docId);
    sweeper.later(collection, replaced);
    for (const { step, resolve } of open) resolve(step.done(known.get(step.docId)));
  }

  async #upsert(records: readonly PointRecord[]): Promise<void> {
    if (records.length === 0) return;
    const { connection } = this.#parts;
    const { max_batch_size: most } = await connection.limits();
    for (const batch of batchesOf(records, most)) {
      const columns = {
        ids: batch.map(({ id }) => id),
        embeddings: batch.map(({ embedding }) => embedding),
        metadatas: batch.map(({ metadata }) => metadata),
        documents: batch.map(({ document }) => document),
        uris: batch.map(({ uri }) => uri),
      };
      await connection.records(this.#collection.pointsId, (collection) => collection.upsert(columns), {
        collection: this.#collection.name,
      });
    }
  }
}
