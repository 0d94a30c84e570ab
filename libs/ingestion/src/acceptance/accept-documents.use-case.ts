import type { DocumentOutcome, IngestDocument, Principal } from '@tributary/contracts';
import { sequenceOf } from '@tributary/engines-port';
import { permanent, toErrorRecord } from '@tributary/kernel';
import { formatWriteToken } from '@tributary/kernel/ids';
import { inBatches } from '../batching/in-batches.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { AcceptanceDesk, type Decided } from './acceptance-desk.js';
import type { Candidate } from './decide-acceptance.js';
import { refusalOf, submissionOf, type Submission } from './candidate-of.js';
import { QueueRoom } from './queue-room.js';

type AcceptCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'queues' | 'providers' | 'clock' | 'log' | 'placement' | 'crashAt'>;

/** Documents of one read and one write of the catalog. */
const BATCH = 500;

interface AcceptOptions {
  /** Id of the source the documents belong to; left out: they were handed in. */
  readonly source?: string;
  /** Who hands them in, where he may replace only what he sees; left out: anything. */
  readonly writer?: Principal | undefined;
}

type Prepared = { readonly id: string; readonly submission: Submission } | { readonly id: string; readonly refused: unknown };

/** Takes documents in: what it calls `accepted` is durable in the catalog when it answers, and will be indexed by the job it adds. */
export class AcceptDocuments {
  readonly #desk: AcceptanceDesk;
  readonly #ensure: EnsureCollection;
  readonly #room: QueueRoom;

  constructor(collaborators: AcceptCollaborators) {
    this.#desk = new AcceptanceDesk(collaborators);
    this.#ensure = new EnsureCollection(collaborators);
    this.#room = new QueueRoom(collaborators);
  }

  /** One outcome per document, in order; a refused one does not stop the others. Collections are made where they are missing.
   *  @throws `QUEUE.BACKPRESSURE` before anything is written, while too much waits already */
  async run(documents: readonly IngestDocument[], options: AcceptOptions = {}): Promise<readonly DocumentOutcome[]> {
    await this.#room.require();
    const outcomes: DocumentOutcome[] = [];
    for (const batch of inBatches(documents, BATCH)) outcomes.push(...(await this.#acceptBatch(batch.map(prepare), options)));
    return outcomes;
  }

  async #acceptBatch(batch: readonly Prepared[], { source = '', writer }: AcceptOptions): Promise<DocumentOutcome[]> {
    const epochs = await this.#epochs(batch);
    const resolved = batch.map((prepared) => {
      if ('refused' in prepared) return prepared;
      const epoch = epochs.get(prepared.submission.collection);
      if (typeof epoch !== 'number') return { id: prepared.id, refused: epoch };
      return { id: prepared.id, candidate: { ...prepared.submission, epoch, source, writer } };
    });
    const candidates = resolved.flatMap((entry) => ('candidate' in entry ? [entry.candidate] : []));
    const decided = await this.#desk.accept(candidates);
    await this.#desk.wake(decided);
    const decisions = new Map<Candidate, Decided>(decided.map((one) => [one.candidate, one]));
    return resolved.map((entry) => ('candidate' in entry ? outcomeOf(entry, decisions.get(entry.candidate)) : refused(entry)));
  }

  /** The present epoch of each collection of the batch, or why it cannot be used. */
  async #epochs(batch: readonly Prepared[]): Promise<ReadonlyMap<string, unknown>> {
    const names = new Set(batch.flatMap((prepared) => ('submission' in prepared ? [prepared.submission.collection] : [])));
    const epochs = new Map<string, unknown>();
    for (const name of names) epochs.set(name, await this.#epochOf(name));
    return epochs;
  }

  async #epochOf(name: string): Promise<unknown> {
    try {
      return (await this.#ensure.run(name)).epoch;
    } catch (error) {
      // What may pass by itself is the whole call's trouble, what is wrong for good only that collection's.
      if (toErrorRecord(error).retryable) throw error;
      return error;
    }
  }
}

function prepare(document: IngestDocument): Prepared {
  try {
    return { id: document.id, submission: submissionOf(document) };
  } catch (error) {
    return { id: document.id, refused: error };
  }
}

function outcomeOf({ id, candidate: { collection } }: { id: string; candidate: Candidate }, decided: Decided | undefined): DocumentOutcome {
  if (decided === undefined) return refused({ id, refused: undefined });
  const { decision, row } = decided;
  if (decision.status === 'taken') return refused({ id, refused: idTaken(id, collection) });
  const token = formatWriteToken({ collections: { [collection]: row === undefined ? 0 : sequenceOf(row) } });
  return { id, collection, status: decision.status, version: decision.version, token };
}

function refused({ id, refused: reason }: { id: string; refused: unknown }): DocumentOutcome {
  return { id, status: 'refused', error: refusalOf(reason) };
}

function idTaken(id: string, collection: string) {
  return permanent('DOCUMENT.ID_TAKEN', `The id ${id} cannot be used in ${collection}: choose another one.`, { category: 'conflict' });
}
