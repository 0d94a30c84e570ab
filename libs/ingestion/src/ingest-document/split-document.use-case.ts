import type { ingestDocumentQueue, QueueData, QueueResult, SourceKind } from '@tributary/contracts';
import {
  documentRecordKey,
  givenVersion,
  isKnownTo,
  sequenceOf,
  type CollectionRecord,
  type DocumentRecord,
} from '@tributary/engines-port';
import { Limiter, decodeDocumentKey, encodeDocumentKey, permanent, retryable } from '@tributary/kernel';
import { skipped, type Skipped } from '@tributary/messaging-port';
import { AcceptanceDesk, type Decided } from '../acceptance/acceptance-desk.js';
import { submissionOf } from '../acceptance/candidate-of.js';
import { noText } from '../acceptance/no-text.js';
import { toldBy } from '../acceptance/told-by.js';
import type { Candidate } from '../acceptance/candidate.js';
import { requireAdoptedWritable, requireKeepable } from '../adopted/check-adopted.js';
import { Coalescer } from '../batching/coalescer.js';
import { CoalescedTable } from '../batching/coalesced-table.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { isUnapplied, markFailed } from '../documents/document-transitions.js';
import { nextVersion } from '../documents/document-version.js';
import { endsItsProcess } from '../documents/ends-its-process.js';
import { rowKey } from '../documents/row-key.js';
import { DocumentCutter } from '../cut-documents/document-cutter.js';
import { DocumentHygiene } from '../hygiene/document-hygiene.js';
import { DocumentRemoval } from '../documents/document-removal.js';
import { noReader } from '../sources/registering/source-kinds.js';
import { settleOrphan } from '../sources/removal/settle-orphan.js';
import { countLeftOut } from '../sources/state/left-out-files.js';
import { LEFT_OUT } from '../sync-source/compare.js';
import { readContent, type DocumentContent } from './document-content.js';
import { addDocumentJobs } from './document-jobs.js';
import { embedJobs } from './embed-jobs.js';
import { EmbedQueue } from './embed-queue.js';
import { IndexHere, type CutVersion } from './index-here.js';

type Ingest = QueueData<typeof ingestDocumentQueue>;
type Split = QueueResult<typeof ingestDocumentQueue> | Skipped;

export interface SplitOptions {
  /** Whether this process embeds, too, and may index what it cut; otherwise embedders do. */
  readonly indexesHere?: boolean;
  /** Documents that are read and cut at the same time; left out: as many as there are jobs. */
  readonly readsAtOnce?: number;
}

interface RunOptions {
  readonly signal: AbortSignal;
  /** Of the job; those of the embedder get it, too. */
  readonly priority: number;
  readonly isWithinReach?: boolean;
  /** Whether processes ended in the job: then its document is not touched. */
  readonly isBlamed?: boolean;
}

const SUPERSEDED = 'superseded';

/** Takes an accepted document, or accepts one an outside producer put into the queue, cuts it into chunks and hands them to the embedder. */
export class SplitDocument {
  readonly #with: Collaborators;
  readonly #rows;
  readonly #collections;
  readonly #sources;
  readonly #ensure: EnsureCollection;
  readonly #removal: DocumentRemoval;
  readonly #hygiene: DocumentHygiene;
  readonly #desk: Coalescer<Candidate, Decided>;
  readonly #cutter = new DocumentCutter();
  readonly #embedQueue: EmbedQueue;
  readonly #reading: Limiter;
  readonly #here: IndexHere | undefined;

  constructor(collaborators: Collaborators, { indexesHere = false, readsAtOnce = Infinity }: SplitOptions = {}) {
    const { catalog, queues } = collaborators;
    this.#with = collaborators;
    this.#rows = new CoalescedTable(catalog.documents);
    this.#collections = new CoalescedTable(catalog.collections);
    this.#sources = new CoalescedTable(catalog.sources);
    this.#ensure = new EnsureCollection(collaborators);
    this.#removal = new DocumentRemoval(collaborators);
    this.#hygiene = new DocumentHygiene(collaborators);
    const desk = new AcceptanceDesk(collaborators);
    this.#desk = new Coalescer((candidates) => desk.accept(candidates));
    this.#embedQueue = new EmbedQueue(queues);
    this.#reading = new Limiter(readsAtOnce);
    this.#here = indexesHere ? new IndexHere(collaborators) : undefined;
  }

  /** @param isWithinReach whether the job was given to a worker that reaches its source; else it may be handed on to one
   *  @returns the chunks of the version, or why nothing was to do: `superseded`, `unchanged`, `file: <reason>`, `handed on`
   *  @throws `DOCUMENT.*` for a job that is not a document or is blamed, `COLLECTION.NOT_ALLOWED`, `SOURCE.FILE_CHANGING` */
  async run(data: Ingest, { signal, priority, isWithinReach = false, isBlamed = false }: RunOptions): Promise<Split> {
    const collection = await this.#collections.get(data.collection);
    if (isOutdated(data, collection)) return skipped(SUPERSEDED);
    const row = isBlamed ? await this.#rows.get(keyOf(data)) : await this.#rowOf(data, collection);
    if (row === undefined || row.state === 'deleted' || row.epoch < (collection?.epoch ?? 0)) return skipped(SUPERSEDED);
    if (isOvertaken(row, data)) return skipped(SUPERSEDED);
    if (row.state === 'indexed') return skipped('unchanged');
    if (isBlamed) {
      if (row.version !== (data.version ?? row.version)) return skipped(SUPERSEDED);
      throw endsItsProcess();
    }
    const read = await this.#reading.run(() => this.#read(row, collection, { signal, isWithinReach }));
    return 'jobs' in read ? this.#handOver(read, { signal, priority }) : read;
  }

  /** Reads a document and cuts it, or does what is to be done where nothing can be read. */
  async #read(
    row: DocumentRecord,
    collection: CollectionRecord | undefined,
    { signal, isWithinReach }: { readonly signal: AbortSignal; readonly isWithinReach: boolean },
  ): Promise<CutVersion | Skipped> {
    const outcome = await readContent({ sources: this.#sources, readers: this.#with.readers }, row, signal);
    if (outcome.found) {
      const present = await this.#asRead(row, outcome.content);
      if (present === undefined) return skipped(SUPERSEDED);
      // A text is one point where another program makes one of it.
      const content = { ...outcome.content, isWhole: collection?.adopted !== undefined };
      const jobs = await embedJobs(present, await this.#hygiene.clean(present, content), this.#cutter);
      return { jobs, row: present, collection };
    }
    if (outcome.why === 'unreadable') return this.#leaveOut(row, outcome);
    if (outcome.why === 'out-of-reach') return this.#handOn(row, { kind: outcome.kind, isWithinReach });
    await settleOrphan(this.#with, row);
    return skipped(SUPERSEDED);
  }

  /** To where it is indexed: this process, or the queue of the embedders. */
  async #handOver(cut: CutVersion, { signal, priority }: { readonly signal: AbortSignal; readonly priority: number }): Promise<Split> {
    const { jobs, row } = cut;
    const isIndexed = await this.#here?.run(cut, signal);
    if (isIndexed !== true) {
      await this.#embedQueue.add(jobs, priority);
      this.#with.crashAt?.('chunks-enqueued');
    }
    return { chunks: jobs[0]?.total_chunks ?? 0, version: row.version };
  }

  /** A file that stands in a job of an earlier version, or of whoever did not know its source, goes to the workers that reach it. */
  async #handOn(
    row: DocumentRecord,
    { kind, isWithinReach }: { readonly kind: SourceKind; readonly isWithinReach: boolean },
  ): Promise<Skipped> {
    if (isWithinReach) throw noReader(kind);
    await addDocumentJobs(this.#with, [row]);
    return skipped('handed on');
  }

  /** A file that changed since its version was assigned is a newer version, so that one version never has two contents. */
  async #asRead(row: DocumentRecord, { file, hash }: DocumentContent): Promise<DocumentRecord | undefined> {
    const isSame = file === undefined || isSameFile(file, row.file);
    if (isSame) return row;
    const now = this.#with.clock.now();
    const present = await this.#rows.change(rowKey(row), (known) => {
      if (known?.version !== row.version || known.state === 'deleted') return { keep: true };
      const sequence = known.state === 'accepted' ? sequenceOf(known) : now;
      return { set: { ...known, version: nextVersion(now, known.version), hash, file, state: 'accepted', sequence } };
    });
    return present?.state === 'accepted' && present.hash === hash ? present : undefined;
  }

  /** Of a job of ours the row is there already; a document that is put into the queue gets one. */
  async #rowOf(data: Ingest, collection: CollectionRecord | undefined): Promise<DocumentRecord | undefined> {
    const isDocument = data.content !== undefined || data.vector !== undefined;
    if (isDocument) return this.#acceptFirst(data, collection);
    const row = await this.#rows.get(keyOf(data));
    const isOurs = data.epoch !== undefined || data.source_id !== undefined || (row !== undefined && row.version === data.version);
    // One of an outside producer without a text is refused, as at the other doors.
    return isOurs ? row : this.#acceptFirst(data, collection);
  }

  async #acceptFirst(data: Ingest, collection: CollectionRecord | undefined): Promise<DocumentRecord | undefined> {
    if (this.#with.mayIngestInto?.(data.collection) === false) {
      throw permanent('COLLECTION.NOT_ALLOWED', `Jobs may not write to ${data.collection}: see bulk.allowed_collections.`, {
        category: 'denied',
      });
    }
    const submission = submissionOf(data);
    const audience = await toldBy(this.#with.catalog, collection, { submissions: [submission] });
    const isKnown = collection !== undefined && isKnownTo(collection, audience);
    const record = isKnown ? collection : await this.#ensure.run(data.collection, { audience });
    if (record.adopted !== undefined) {
      requireKeepable(record, data);
      await requireAdoptedWritable(this.#with, record);
    }
    const { epoch, adopted } = record;
    const place = { epoch, source: data.source_id ?? '', isAdopted: adopted !== undefined };
    const { decision, row } = await this.#desk.submit({ ...submission, ...place });
    if (submission.isBlank === true && isUnapplied(row)) await this.#removal.apply(record, [row]);
    if (decision.status === 'blank') throw noText();
    return decision.status === 'superseded' ? undefined : row;
  }

  /** A file that is no document goes, with a note that spares the next sync its reading. One that cannot be read now is tried again by the next sync:
   *  its whole folder may be away. */
  async #leaveOut(row: DocumentRecord, { reason, passing }: { readonly reason: string; readonly passing: boolean }): Promise<Skipped> {
    if (reason === 'changing') throw retryable('SOURCE.FILE_CHANGING', 'The file changes while it is read.');
    const collection = await this.#collections.get(row.collection);
    if (passing || collection === undefined) {
      const error = { code: 'SOURCE.FILE_UNREADABLE', message: `The file could not be read: ${reason}.`, at: this.#with.clock.now() };
      await this.#rows.change(rowKey(row), markFailed(row.version, error));
    } else {
      const doomed = { key: row.key, version: row.version, onlyVersion: true, keepFile: true, error: { code: LEFT_OUT, message: reason } };
      const isLeftOut = (await this.#removal.remove(collection, [doomed])) > 0;
      const path = row.file?.path ?? decodeDocumentKey(row.key);
      // Of a file that changed meanwhile the job of its newer version tells.
      if (isLeftOut) await countLeftOut(this.#with.catalog, row.source, { skipped: { [reason]: 1 }, examples: { [reason]: [path] } });
    }
    return skipped(`file: ${reason}`);
  }
}

function isSameFile(read: NonNullable<DocumentRecord['file']>, known: DocumentRecord['file']): boolean {
  if (read.validator !== undefined) return read.validator === known?.validator;
  return read.size === known?.size && read.mtime_ms === known.mtime_ms;
}

/** A job made before the collection was removed. One of an outside producer, which says no epoch, does not bring a removed collection back. */
function isOutdated({ epoch }: Ingest, collection: CollectionRecord | undefined): boolean {
  if (collection === undefined) return epoch !== undefined;
  return collection.removed || (epoch !== undefined && epoch < collection.epoch);
}

/** Of what was handed in, each version has its own job. A file is read as it is now, whichever job asks for it. */
function isOvertaken(row: DocumentRecord, { version }: Ingest): boolean {
  return row.pending !== undefined && version !== undefined && givenVersion(row) > version;
}

function keyOf({ collection, id }: Ingest): string {
  return documentRecordKey(collection, encodeDocumentKey(id));
}
