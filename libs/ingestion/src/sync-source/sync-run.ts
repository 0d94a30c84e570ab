import type { DocumentType, JobProgress } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import type { FoundEntry, ScannedEntry, SourceReader } from '@tributary/sources-port';
import type { Collaborators } from '../collaborators/collaborators.js';
import { fromFile, revisionFor, type DocumentContent } from '../ingest-document/document-content.js';
import { mayComeBack } from '../ingest-document/may-come-back.js';
import { SharedDocuments } from '../sources/removal/documents-of-several.js';
import { documentKeyOf, readerOf } from '../sources/registering/source-kinds.js';
import { ID_TAKEN } from '../sources/state/kept-out.js';
import { AcceptedFiles } from './accepted-files.js';
import { BLAMED, compare, DELETED, DELETED_OF_ANOTHER } from './compare.js';
import type { KnownDocument } from './known-document.js';
import { isReadBefore, type KnownDocuments, type NotMet } from './known-documents.js';
import { recordKeyOf, type MetFile } from './met-file.js';
import { findMoves, type Move } from './moves.js';
import { SyncTally } from './sync-tally.js';

/** Rows of one read. */
const BATCH = 500;
/** A key may have as many characters as a producer's id. */
const MAX_KEY = 2048;
/** New files that are held until it is known which others are gone; with more of them none is taken for a moved one. */
const MOST_ARRIVALS = 10_000;
/** Files between two reports of progress. */
const REPORT_EVERY = 100;

/** What a walk did not meet. */
interface Missed extends NotMet {
  /** Tombstones whose files are merely unreadable at the moment. */
  readonly hidden: readonly KnownDocument[];
  /** Why, where that is all that came of it. */
  readonly unread: string | undefined;
}

interface RunOptions {
  readonly source: SourceRecord;
  readonly known: KnownDocuments;
  /** Everything the walk meets. */
  readonly entries: AsyncIterable<ScannedEntry>;
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
}

/** One walk over a source or a part of it: accepts what is new or changed while it goes, and finds out what is no longer there. */
export class SyncRun {
  readonly #with: Collaborators;
  readonly #options: RunOptions;
  readonly #reader: SourceReader;
  readonly #accepted: AcceptedFiles;
  #asked: MetFile[] = [];
  #arrivals: MetFile[] = [];
  #holdsArrivals: boolean;
  readonly tally = new SyncTally();

  constructor(collaborators: Collaborators, options: RunOptions) {
    this.#with = collaborators;
    this.#options = options;
    this.#reader = readerOf(collaborators.readers, options.source.kind);
    this.#accepted = new AcceptedFiles(collaborators, { ...options, tally: this.tally });
    this.#holdsArrivals = !options.known.isEmpty;
  }

  /** Of the reader, to be noted with the source once it was gone through. */
  get revision(): number {
    return this.#reader.revision?.number ?? 0;
  }

  /** @returns the documents and tombstones that were not met and whose files are not merely unreadable at the moment, and what is told beside them */
  async walk(): Promise<Missed> {
    const { known, entries, signal } = this.#options;
    for await (const entry of entries) {
      signal.throwIfAborted();
      if (!entry.found) this.tally.leaveOut(entry);
      else await this.#meet(entry);
      if (this.#asked.length >= BATCH || this.#accepted.isFull) await this.#flush();
    }
    await this.#flush();
    this.#report(this.tally.files);
    const { documents, tombstones } = await known.notMet();
    const isGone = ({ file }: KnownDocument) => this.tally.isGone(file?.path);
    const unread = this.tally.whyUnread(documents.map(({ file }) => file?.path));
    const hidden = tombstones.filter((tombstone) => !isGone(tombstone));
    return { documents: documents.filter(isGone), tombstones: tombstones.filter(isGone), hidden, unread };
  }

  /** Accepts the files that were met for the first time. @returns which of them were another's file before, by record key */
  async acceptArrivals(gone: readonly KnownDocument[]): Promise<ReadonlyMap<string, Move>> {
    const arrivals = this.#arrivals.map((met) => ({ ...met.entry, collection: met.name, met }));
    this.#arrivals = [];
    const moves = findMoves(arrivals, gone);
    for (const arrival of arrivals) {
      await this.#accepted.accept(arrival.met, { counted: 'added', vectorsFrom: moves.get(arrival)?.from.doc_id });
      if (this.#accepted.isFull) await this.#flush();
    }
    await this.#flush();
    return new Map([...moves].map(([{ met }, move]) => [recordKeyOf(met), move]));
  }

  #report(total: number): void {
    const { files, counts } = this.tally;
    this.#options.progress({ done: files, total, unit: 'files', counts });
  }

  async #meet(entry: FoundEntry): Promise<void> {
    const { source, known } = this.#options;
    const met = { entry, name: this.#collectionOf(entry.type), key: documentKeyOf(source, entry.path) };
    if (met.key.length > MAX_KEY) {
      this.tally.leaveOut({ path: entry.path, reason: 'path-too-long' });
      return;
    }
    if (++this.tally.files % REPORT_EVERY === 0) this.#report(Math.max(known.documents, this.tally.files));
    const state = known.meet(recordKeyOf(met), entry);
    const isUnchanged = state === 'unchanged' && !this.#isToBeReadAnew(entry);
    if (state === 'deleted') this.#leaveDeleted(entry);
    else if (isUnchanged) this.tally.unchanged++;
    else if (state !== 'new') this.#asked.push(met);
    else await this.#meetNew(met);
  }

  async #meetNew(met: MetFile): Promise<void> {
    const brought = this.#options.source.kind === 'web' ? await this.#othersDocument(met.name, recordKeyOf(met)) : undefined;
    if (brought === undefined) {
      await this.#arrive(met);
      return;
    }
    if (brought === 'taken') {
      this.tally.leaveOut({ path: met.entry.path, reason: ID_TAKEN });
      return;
    }
    if (brought.state !== 'deleted') this.tally.shared++;
    await this.#decide(met, brought);
  }

  async #arrive(met: MetFile): Promise<void> {
    this.tally.added++;
    if (!this.#holdsArrivals || met.entry.content) await this.#accepted.accept(met, { counted: 'added', content: this.#brought(met) });
    else if (this.#arrivals.push(met) > MOST_ARRIVALS) {
      this.#holdsArrivals = false;
      await this.acceptArrivals([]);
    }
  }

  async #decide(met: MetFile, document: KnownDocument | undefined): Promise<void> {
    const looks = compare(document, met.entry);
    const isReadAnew = looks === 'unchanged' && document?.state === 'indexed' && this.#isToBeReadAnew(met.entry, document);
    const comparison = isReadAnew ? 'look' : looks;
    const isNew = document?.unmet_at !== undefined;
    if (isNew && (comparison === 'deleted' || comparison === 'left-out')) this.#accepted.meetAgain(met);
    if (comparison === 'unchanged') this.tally.unchanged++;
    else if (comparison === 'deleted') this.#leaveDeleted(met.entry, document);
    else if (comparison === 'blamed') this.tally.leaveOut({ path: met.entry.path, reason: BLAMED });
    else if (comparison === 'left-out')
      this.tally.leaveOut({ path: met.entry.path, reason: document?.error?.message ?? 'left-out', isNew });
    else if (comparison === 'look' && document !== undefined) await this.#look(met, document);
    else if (comparison === 'added') await this.#arrive(met);
    else {
      this.tally.changed++;
      await this.#accepted.accept(met, { counted: 'changed', content: this.#brought(met), known: document });
    }
  }

  /** The reader takes more from it than when the source was last gone through, or than when an earlier reader read it since. */
  #isToBeReadAnew({ path }: FoundEntry, document: Pick<KnownDocument, 'read_by'> = {}): boolean {
    const revision = revisionFor(this.#reader, path) ?? 0;
    return this.#options.source.revision < revision || isReadBefore(document, revision);
  }

  /** A page that another source brought, or that a person deleted from it. */
  async #othersDocument(name: string, recordKey: string): Promise<KnownDocument | 'taken' | undefined> {
    const { epoch } = await this.#accepted.collection(name);
    const { id } = this.#options.source;
    const shared = new SharedDocuments(this.#with.catalog);
    return (await shared.join(recordKey, id, epoch)) ?? (await shared.deleted(recordKey, id, epoch));
  }

  /** A person deleted its document. @param tombstone where it may be of another source */
  #leaveDeleted({ path }: FoundEntry, tombstone?: Pick<KnownDocument, 'source' | 'unmet_at'>): void {
    const isOwn = tombstone === undefined || tombstone.source === this.#options.source.id;
    this.tally.leaveOut({ path, reason: isOwn ? DELETED : DELETED_OF_ANOTHER, isNew: tombstone?.unmet_at !== undefined });
  }

  /** Reads a file that looks changed: only another content makes a new version, or brings back what a person deleted, and what is no document any more goes. */
  async #look(met: MetFile, known: KnownDocument): Promise<void> {
    const { version, hash, state, unmet_at } = known;
    const { source, signal } = this.#options;
    const { path, content: brought } = met.entry;
    const { settings } = source;
    const outcome = brought ?? (await this.#reader.read(source.location, path, { signal, settings }));
    if (!outcome.read) {
      const isPassing = mayComeBack(outcome);
      this.tally.leaveOut({ ...outcome, path, isNew: !isPassing && state !== 'deleted' });
      if (isPassing) return;
      if (state === 'deleted') this.#accepted.touch(met, { version, notes: undefined, readBy: undefined });
      else this.#accepted.leaveOut(met, { version, reason: outcome.reason });
      return;
    }
    const content = fromFile(source, path, outcome);
    if (content.hash === hash) {
      if (state === 'deleted') this.#leaveDeleted(met.entry, known);
      else this.tally.unchanged++;
      if (unmet_at !== undefined) this.#accepted.meetAgain(met);
      this.#accepted.touch(met, { version, notes: content.notes, readBy: revisionFor(this.#reader, path) });
    } else {
      this.tally.changed++;
      await this.#accepted.accept(met, { counted: 'changed', content, known });
    }
  }

  /** What the walk brought with an entry. */
  #brought({ entry }: MetFile): DocumentContent | undefined {
    return entry.content && fromFile(this.#options.source, entry.path, entry.content);
  }

  async #flush(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    const rows = asked.length === 0 ? [] : await this.#options.known.fetch(asked.map(recordKeyOf));
    for (const [i, met] of asked.entries()) await this.#decide(met, rows[i]);
    await this.#accepted.flush();
  }

  #collectionOf(type: DocumentType): string {
    const { route } = this.#options.source;
    return type === 'code' ? route.code : route.docs;
  }
}
