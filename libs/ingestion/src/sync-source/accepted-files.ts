import { IngestDocument, type Principal } from '@tributary/contracts';
import { audienceOf, type CollectionRecord, type SourceRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { AcceptanceDesk, waitingRows } from '../acceptance/acceptance-desk.js';
import type { Candidate } from '../acceptance/candidate.js';
import { groupBy } from '../batching/group-by.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { saidOf } from '../hygiene/document-hygiene.js';
import type { DocumentContent } from '../ingest-document/document-content.js';
import { documentJobs, priorityOf } from '../ingest-document/document-jobs.js';
import { markMet } from '../documents/document-transitions.js';
import { handIn } from '../ingest-document/hand-in.js';
import { DocumentRemoval } from '../documents/document-removal.js';
import { MOST_PUT_OFF, OutageRoom } from '../waiting/outage-room.js';
import { ID_TAKEN } from '../sources/state/kept-out.js';
import { addPatiently } from './add-patiently.js';
import { DELETED_OF_ANOTHER, LEFT_OUT } from './compare.js';
import type { KnownDocument } from './known-document.js';
import { hintOf, recordKeyOf, type MetFile } from './met-file.js';
import type { SyncTally } from './sync-tally.js';

/** Rows of one write. */
const BATCH = 500;

interface Acceptance {
  /** As what the walk counted it. */
  readonly counted: 'added' | 'changed';
  /** Where it is known already. */
  readonly content?: DocumentContent | undefined;
  /** Document id of what its file was before it moved. */
  readonly vectorsFrom?: string | undefined;
  /** What is known of it, if anything. */
  readonly known?: Pick<KnownDocument, 'version' | 'state'> | undefined;
}

/** What is known anew of a document whose content is the same. */
interface Touch {
  readonly version: number;
  /** What its reader had to say. */
  readonly notes: readonly string[] | undefined;
  /** Revision of its reader. */
  readonly readBy: number | undefined;
}

/** Why a file whose document is known is none any more. */
interface LeftOut {
  readonly version: number;
  readonly reason: string;
}

type Tally = Pick<SyncTally, 'leaveOut' | 'added' | 'changed'>;

interface AcceptedOptions {
  readonly source: SourceRecord;
  readonly signal: AbortSignal;
  readonly tally: Tally;
}

/** What a walk over a source decided about files, on its way into the catalog, many rows at a time. */
export class AcceptedFiles {
  readonly #with: Collaborators;
  readonly #source: SourceRecord;
  readonly #signal: AbortSignal;
  readonly #tally: Tally;
  readonly #writer: Principal;
  readonly #desk: AcceptanceDesk;
  readonly #ensure: EnsureCollection;
  readonly #removal: DocumentRemoval;
  readonly #room: OutageRoom;
  readonly #collections = new Map<string, CollectionRecord>();
  #accepted: { readonly candidate: Candidate; readonly counted: Acceptance['counted'] }[] = [];
  #touched: (MetFile & Touch)[] = [];
  #leftOut: (MetFile & LeftOut)[] = [];
  #metAgain: MetFile[] = [];

  constructor(collaborators: Collaborators, { source, signal, tally }: AcceptedOptions) {
    this.#with = collaborators;
    this.#source = source;
    this.#signal = signal;
    this.#tally = tally;
    this.#writer = writerOf(source);
    this.#desk = new AcceptanceDesk(collaborators);
    this.#ensure = new EnsureCollection(collaborators);
    this.#removal = new DocumentRemoval(collaborators);
    this.#room = new OutageRoom(collaborators.queues, MOST_PUT_OFF);
  }

  /** True when enough waits to be written. */
  get isFull(): boolean {
    return this.#accepted.length >= BATCH || this.#touched.length >= BATCH || this.#leftOut.length >= BATCH;
  }

  /** A new version. What the walk brought is kept with the row; other documents are read when their turn comes. What can be no document is left out alone, and goes where it was one.
   *  @throws `COLLECTION.REMOVED` */
  async accept(met: MetFile, { counted, content, vectorsFrom, known }: Acceptance): Promise<void> {
    const { entry, name, key } = met;
    const { epoch } = await this.collection(name);
    const pending = entry.content && content && handIn(content, { collection: name, key });
    const flaw = pending && flawOf(pending);
    if (flaw !== undefined) {
      this.#tally[counted]--;
      const reason = `invalid: ${flaw}`;
      this.#tally.leaveOut({ path: entry.path, reason });
      if (known !== undefined && known.state !== 'deleted') this.leaveOut(met, { version: known.version, reason });
      return;
    }
    const base = {
      collection: name,
      epoch,
      key,
      hash: content?.hash ?? '',
      source: this.#source.id,
      isShared: this.#source.kind === 'web',
      owner: this.#source.user_id,
      registrant: this.#source.registered_by,
      writer: this.#writer,
      file: hintOf(entry),
    };
    const candidate = { ...base, vectorsFrom, ...(pending ? { pending, said: saidOf(content.notes) } : {}) };
    this.#accepted.push({ candidate, counted });
  }

  /** A file that looks otherwise than its row says and has the same content. */
  touch(met: MetFile, touch: Touch): void {
    this.#touched.push({ ...met, ...touch });
  }

  /** What was indexed of a file that holds no text any more goes, with a note that spares the next sync its reading. */
  leaveOut(met: MetFile, { version, reason }: LeftOut): void {
    this.#leftOut.push({ ...met, version, reason });
  }

  /** The file of a tombstone is there again. */
  meetAgain(met: MetFile): void {
    this.#metAgain.push(met);
  }

  /** The collection of this name, made where it is missing. @throws `COLLECTION.REMOVED` */
  async collection(name: string): Promise<CollectionRecord> {
    const known = this.#collections.get(name);
    if (known !== undefined) return known;
    if ((await this.#with.catalog.collections.get(name))?.removed === true) {
      throw permanent('COLLECTION.REMOVED', `The collection ${name} was removed while its source was synced.`, { category: 'gone' });
    }
    const { user_id, registered_by: registrant } = this.#source;
    const record = await this.#ensure.forFiles(name, { audience: audienceOf({ user_id }), registrant });
    this.#collections.set(name, record);
    return record;
  }

  /** Writes what waits and adds its jobs. */
  async flush(): Promise<void> {
    await this.#flushAccepted();
    await this.#noteTouched();
    await this.#removeLeftOut();
    await this.#noteMetAgain();
  }

  async #flushAccepted(): Promise<void> {
    const batch = this.#accepted;
    this.#accepted = [];
    if (batch.length === 0) return;
    const decided = await this.#desk.accept(batch.map(({ candidate }) => candidate));
    for (const [i, { candidate, decision }] of decided.entries()) {
      if (decision.status !== 'taken') continue;
      this.#tally[batch[i]?.counted ?? 'added']--;
      const reason = decision.because === 'deleted' ? DELETED_OF_ANOTHER : ID_TAKEN;
      this.#tally.leaveOut({ path: candidate.file?.path ?? candidate.key, reason });
    }
    const rows = waitingRows(decided);
    const { queues } = this.#with;
    // A sync waits for no server that is away, nor do those after it: rows without a job get one by a later sweep.
    for (const { queue, jobs } of documentJobs(rows, () => this.#source.kind))
      await addPatiently(queues, queue, {
        jobs: await this.#room.among(queue, jobs),
        priority: priorityOf(rows.length),
        signal: this.#signal,
      });
  }

  async #noteTouched(): Promise<void> {
    const touched = this.#touched;
    this.#touched = [];
    if (touched.length === 0) return;
    await this.#with.catalog.documents.changeMany(
      touched.map(({ version, entry, readBy, notes: _notes, ...met }) => ({
        key: recordKeyOf(met),
        decide: (present) =>
          present?.version === version ? { set: { ...present, file: hintOf(entry), read_by: readBy } } : { keep: true },
      })),
    );
    // In another encoding, say, the same text is read without a guess.
    await this.#with.catalog.findings.changeMany(
      touched.map(({ version, notes, ...met }) => ({
        key: recordKeyOf(met),
        decide: (present) => (present?.version === version ? { set: { ...present, said: saidOf(notes) } } : { keep: true }),
      })),
    );
  }

  async #noteMetAgain(): Promise<void> {
    const met = this.#metAgain;
    this.#metAgain = [];
    if (met.length > 0) await this.#with.catalog.documents.changeMany(met.map((one) => ({ key: recordKeyOf(one), decide: markMet })));
  }

  async #removeLeftOut(): Promise<void> {
    const leftOut = this.#leftOut;
    this.#leftOut = [];
    for (const [name, files] of groupBy(leftOut, (met) => met.name)) {
      const doomed = files.map(({ key, version, reason, entry }) => {
        const error = { code: LEFT_OUT, message: reason };
        return { key, version, onlyVersion: true, keepFile: true, file: hintOf(entry), error };
      });
      await this.#removal.remove(await this.collection(name), doomed);
    }
  }
}

/** The field by which it is no document. */
function flawOf(document: IngestDocument): string | undefined {
  const [issue] = IngestDocument.safeParse(document).error?.issues ?? [];
  return issue && String(issue.path[0] ?? 'document');
}

/** As whom a source writes: its user, else nobody in particular, so that it replaces no document that is somebody’s. */
function writerOf({ id, user_id }: SourceRecord): Principal {
  const user = user_id === undefined ? {} : { user_id };
  return { subject: `source:${id}`, ...user, groups: [], scopes: [], collections: ['*'], unrestricted: false };
}
