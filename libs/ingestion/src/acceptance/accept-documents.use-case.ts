import type { DocumentOutcome, IngestDocument, Principal } from '@tributary/contracts';
import { isKnownTo, sequenceOf, type CollectionRecord, type DocumentRecord } from '@tributary/engines-port';
import { toErrorRecord } from '@tributary/kernel';
import { formatWriteToken } from '@tributary/kernel/ids';
import { groupBy } from '../batching/group-by.js';
import { inGrowingBatches } from '../batching/in-batches.js';
import { accessOfStanding, requireAdoptedWritable } from '../adopted/check-adopted.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { DocumentRemoval } from '../documents/document-removal.js';
import { isUnapplied } from '../documents/document-transitions.js';
import { AcceptanceDesk, type Decided } from './acceptance-desk.js';
import type { Candidate } from './candidate.js';
import type { Acceptance } from './decide-acceptance.js';
import { refusalOf, submissionOf, type Submission } from './candidate-of.js';
import { idTaken } from './id-taken.js';
import { NOTHING_IS_THERE, noText, TEXT_IS_GONE } from './no-text.js';
import { QueueRoom } from './queue-room.js';
import { toldBy } from './told-by.js';
import { unfitSubmissions, type Unfit } from './unfit-submissions.js';

type AcceptCollaborators = Pick<
  Collaborators,
  'catalog' | 'engines' | 'queues' | 'providers' | 'clock' | 'log' | 'placement' | 'adopted' | 'found' | 'crashAt'
>;

/** Documents of one read and one write of the catalog: of many that are handed in, the first few are at work while the others are still being taken in. */
const BATCH = { first: 50, most: 500 };

interface AcceptOptions {
  /** Id of the source the documents belong to; left out: they were handed in. */
  readonly source?: string;
  /** Who hands them in, where he may replace only what he sees; left out: anything. */
  readonly writer?: Principal | undefined;
  /** True: a document of the same id with another content is not replaced. */
  readonly isOnlyNew?: boolean;
  /** True: what says nothing is refused, and deletes nothing. */
  readonly needsText?: boolean;
}

type Found = { readonly record: CollectionRecord; readonly unfit: ReadonlyMap<Submission, Unfit> } | { readonly refused: unknown };
type Prepared = { readonly id: string; readonly submission: Submission } | { readonly id: string; readonly refused: unknown };

/** Takes documents in: what it calls `accepted` is durable in the catalog when it answers, and will be indexed by the job it adds. */
export class AcceptDocuments {
  readonly #with: AcceptCollaborators;
  readonly #desk: AcceptanceDesk;
  readonly #ensure: EnsureCollection;
  readonly #room: QueueRoom;
  readonly #removal: DocumentRemoval;

  constructor(collaborators: AcceptCollaborators) {
    this.#with = collaborators;
    this.#desk = new AcceptanceDesk(collaborators);
    this.#ensure = new EnsureCollection(collaborators);
    this.#room = new QueueRoom(collaborators);
    this.#removal = new DocumentRemoval(collaborators);
  }

  /** One outcome per document, in order; a refused one does not stop the others. Collections are made where they are missing.
   *  @throws `QUEUE.BACKPRESSURE` before anything is written, while too much waits already */
  async run(documents: readonly IngestDocument[], options: AcceptOptions = {}): Promise<readonly DocumentOutcome[]> {
    const names = documents.map(({ collection }) => collection);
    await this.#room.require(names, options.writer);
    const outcomes: DocumentOutcome[] = [];
    for (const batch of inGrowingBatches(documents, BATCH)) outcomes.push(...(await this.#acceptBatch(batch.map(prepare), options)));
    return outcomes;
  }

  async #acceptBatch(batch: readonly Prepared[], options: AcceptOptions): Promise<DocumentOutcome[]> {
    const { source = '', writer, isOnlyNew = false, needsText = false } = options;
    const collections = await this.#collections(batch, options);
    const standing = writer && (await this.#standingIn(batch, collections, writer));
    const resolved = batch.map((prepared) => {
      if ('refused' in prepared) return prepared;
      const { submission } = prepared;
      const found = collections.get(submission.collection) ?? { refused: undefined };
      if ('refused' in found) return { id: prepared.id, refused: found.refused };
      const unfit = found.unfit.get(submission);
      if (unfit !== undefined) return { id: prepared.id, refused: unfit.refused };
      const { epoch, adopted } = found.record;
      if (submission.isBlank === true && needsText) return { id: prepared.id, refused: noText() };
      const isAdopted = adopted !== undefined;
      const place = { epoch, source, writer, isOnlyNew, isAdopted, isRewritten: isAdopted, standing: standing?.get(submission) };
      return { id: prepared.id, candidate: { ...submission, ...place } };
    });
    const candidates = resolved.flatMap((entry) => ('candidate' in entry ? [entry.candidate] : []));
    const decided = await this.#desk.accept(candidates);
    await this.#deleteBlank(decided, collections);
    await this.#desk.wake(decided);
    const decisions = new Map<Candidate, Decided>(decided.map((one) => [one.candidate, one]));
    return resolved.map((entry) => ('candidate' in entry ? outcomeOf(entry, decisions.get(entry.candidate)) : refused(entry)));
  }

  /** What says nothing any more goes from the engine, too, before its outcome is told. */
  async #deleteBlank(decided: readonly Decided[], collections: ReadonlyMap<string, Found>): Promise<void> {
    const gone = decided.flatMap(({ candidate, row }) => (candidate.isBlank === true && isUnapplied(row) ? [row] : []));
    const records = recordsOf(collections);
    for (const [name, rows] of groupBy([...new Set(gone)], ({ collection }) => collection)) {
      const record = records.get(name);
      if (record !== undefined) await this.#removal.apply(record, rows);
    }
  }

  /** In collections of other programs: whose the points are that stand in the places of documents. */
  async #standingIn(
    batch: readonly Prepared[],
    collections: ReadonlyMap<string, Found>,
    writer: Principal,
  ): Promise<ReadonlyMap<Submission, Candidate['standing']>> {
    const records = recordsOf(collections);
    const standing = new Map<Submission, Candidate['standing']>();
    for (const submission of submissionsOf(batch)) {
      const record = records.get(submission.collection);
      if (record?.adopted !== undefined) standing.set(submission, await accessOfStanding(this.#with, record, { submission, writer }));
    }
    return standing;
  }

  /** Each collection of the batch, or why it cannot be used. */
  async #collections(batch: readonly Prepared[], options: AcceptOptions): Promise<ReadonlyMap<string, Found>> {
    const collections = new Map<string, Found>();
    for (const [name, submissions] of groupBy(submissionsOf(batch), ({ collection }) => collection)) {
      collections.set(name, await this.#find(name, { ...options, submissions }));
    }
    return collections;
  }

  async #find(name: string, handedIn: AcceptOptions & { readonly submissions: readonly Submission[] }): Promise<Found> {
    const { writer, submissions } = handedIn;
    try {
      const found = await this.#ensure.run(name, { writer, audience: [] });
      if (found.adopted !== undefined) await requireAdoptedWritable(this.#with, found);
      const unfit = await unfitSubmissions(this.#with, found, { submissions, writer });
      const audience = await toldBy(this.#with.catalog, found, { ...handedIn, submissions: submissions.filter((one) => !unfit.has(one)) });
      const record = isKnownTo(found, audience) ? found : await this.#ensure.run(name, { writer, audience });
      return { record, unfit };
    } catch (error) {
      // What may pass by itself is the whole call's trouble, what is wrong for good only that collection's.
      if (toErrorRecord(error).retryable) throw error;
      return { refused: error };
    }
  }
}

function submissionsOf(batch: readonly Prepared[]): readonly Submission[] {
  return batch.flatMap((prepared) => ('submission' in prepared ? [prepared.submission] : []));
}

function recordsOf(collections: ReadonlyMap<string, Found>): ReadonlyMap<string, CollectionRecord> {
  return new Map([...collections].flatMap(([name, found]) => ('record' in found ? [[name, found.record] as const] : [])));
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
  if (decision.status === 'taken') return refused({ id, refused: idTaken(id, collection, decision.because) });
  if (decision.status === 'blank') return refused({ id, refused: noText() });
  const token = formatWriteToken({ collections: { [collection]: row === undefined ? 0 : sequenceOf(row) } });
  const note = noteOfNothing(decision, row);
  return { id, collection, status: decision.status, version: decision.version, token, ...(note === undefined ? {} : { note }) };
}

/** What is said where nothing is kept under the id of a version that was taken, or came too late. */
function noteOfNothing(decision: Acceptance, row: DocumentRecord | undefined): string | undefined {
  if (decision.status === 'accepted') return decision.row.state === 'deleted' ? TEXT_IS_GONE : undefined;
  return decision.status === 'superseded' && row?.state === 'deleted' ? NOTHING_IS_THERE : undefined;
}

function refused({ id, refused: reason }: { id: string; refused: unknown }): DocumentOutcome {
  return { id, status: 'refused', error: refusalOf(reason) };
}
