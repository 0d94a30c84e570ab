import type { DocumentOutcome, IngestDocument, Principal } from '@tributary/contracts';
import { isKnownTo, sequenceOf, type CollectionRecord, type DocumentRecord } from '@tributary/engines-port';
import { permanent, toErrorRecord } from '@tributary/kernel';
import { formatWriteToken } from '@tributary/kernel/ids';
import { groupBy } from '../batching/group-by.js';
import { inGrowingBatches } from '../batching/in-batches.js';
import { accessOfStanding, requireAdoptedWritable, requireKeepable } from '../adopted/check-adopted.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { DocumentRemoval } from '../documents/document-removal.js';
import { isUnapplied } from '../documents/document-transitions.js';
import { AcceptanceDesk, type Decided } from './acceptance-desk.js';
import type { TakenBecause } from './claim-place.js';
import type { Candidate } from './candidate.js';
import type { Acceptance } from './decide-acceptance.js';
import { refusalOf, submissionOf, type Submission } from './candidate-of.js';
import { NOTHING_IS_THERE, noText, TEXT_IS_GONE } from './no-text.js';
import { QueueRoom } from './queue-room.js';
import { onTakenPoints } from './taken-points.js';
import { toldBy } from './told-by.js';

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

type Found = { readonly record: CollectionRecord } | { readonly refused: unknown };
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
    const taken = await this.#takenIn(batch, collections);
    const standing = writer && (await this.#standingIn(batch, collections, writer));
    const resolved = batch.map((prepared) => {
      if ('refused' in prepared) return prepared;
      const { submission } = prepared;
      if (taken.has(submission)) return { id: prepared.id, refused: idTaken(prepared.id, submission.collection) };
      const found = fitting(submission, collections);
      if ('refused' in found) return { id: prepared.id, refused: found.refused };
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

  /** Documents whose place holds a point of another document. */
  async #takenIn(batch: readonly Prepared[], collections: ReadonlyMap<string, Found>): Promise<ReadonlySet<Submission>> {
    return new Set(await onTakenPoints(submissionsOf(batch), recordsOf(collections), this.#with.engines));
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
    const { writer } = handedIn;
    try {
      const found = await this.#ensure.run(name, { writer, audience: [] });
      const audience = await toldBy(this.#with.catalog, found, handedIn);
      const record = isKnownTo(found, audience) ? found : await this.#ensure.run(name, { writer, audience });
      if (record.adopted !== undefined) await requireAdoptedWritable(this.#with, record);
      return { record };
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

/** The collection of a submission, unless that cannot keep it as it is meant, or its vector is of another dimension. */
function fitting({ collection, pending }: Submission, collections: ReadonlyMap<string, Found>): Found {
  const found = collections.get(collection) ?? { refused: undefined };
  if ('refused' in found) return found;
  try {
    if (found.record.adopted !== undefined && pending) requireKeepable(found.record, pending);
  } catch (error) {
    return { refused: error };
  }
  if (pending?.vector === undefined) return found;
  const { name, dimension } = found.record.card.model;
  const given = pending.vector.length;
  if (given === dimension) return found;
  const message = `${collection} holds vectors of ${dimension.toString()} dimensions, made by ${name}, and got one of ${given.toString()}: make it with that model, or give the text.`;
  return { refused: permanent('ENGINE.DIMENSION_MISMATCH', message) };
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

/** What the writer may not see is not told of. */
function idTaken(id: string, collection: string, because: TakenBecause = 'hidden') {
  return permanent('DOCUMENT.ID_TAKEN', TAKEN[because](id, collection), { category: 'conflict' });
}

const TAKEN: Readonly<Record<TakenBecause, (id: string, collection: string) => string>> = {
  hidden: (id, collection) => `The id ${id} cannot be used in ${collection}: choose another one.`,
  deleted: (id, collection) => `The document ${id} in ${collection} was deleted by hand, and no other source brings the same text back.`,
  'of-a-source': (id, collection) =>
    `The document ${id} in ${collection} comes from a source, and only that replaces it: choose another id, or call with a token that has the scope admin.`,
  'other-readers': (id, collection) =>
    `The document ${id} in ${collection} has other readers, and only whose it is, or a token with the scope admin, may change who they are: leave acl out, or choose another id.`,
};
