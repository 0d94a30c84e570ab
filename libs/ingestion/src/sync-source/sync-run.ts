import { ingestDocumentQueue, type DocumentType, type SyncResult } from '@tributary/contracts';
import { documentRecordKey, type CollectionRecord, type SourceRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { JobProgress } from '@tributary/messaging-port';
import type { FoundEntry, LeftOutEntry, SourceReader } from '@tributary/sources-port';
import { AcceptanceDesk, jobsOf } from '../acceptance/acceptance-desk.js';
import type { Candidate } from '../acceptance/decide-acceptance.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { fromFile, type DocumentContent } from '../ingest-document/document-content.js';
import { handIn } from '../ingest-document/hand-in.js';
import { SharedDocuments } from '../sources/documents-of-several.js';
import { documentKeyOf, readerOf } from '../sources/source-kinds.js';
import { SourceNotes } from '../sources/source-notes.js';
import { addPatiently } from './add-patiently.js';
import { compare } from './compare.js';
import type { KnownDocument } from './known-documents.js';

/** Rows of one write. */
const BATCH = 500;
/** A key may have as many characters as a producer's id. */
const MAX_KEY = 2048;
/** What keeps a file from being read now and may pass: its document stays. */
const PASSING = new Set(['unreadable', 'changing']);

interface RunOptions {
  readonly source: SourceRecord;
  /** Taken apart by the walk: what is left in it was not met. */
  readonly known: Map<string, KnownDocument>;
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
}

/** One walk over a source: accepts what is new or changed while it goes, and finds out what is no longer there. */
export class SyncRun {
  readonly #with: Collaborators;
  readonly #options: RunOptions;
  readonly #desk: AcceptanceDesk;
  readonly #ensure: EnsureCollection;
  readonly #reader: SourceReader;
  readonly #collections = new Map<string, CollectionRecord>();
  readonly #unreadable: string[] = [];
  #batch: Candidate[] = [];
  #touched: { key: string; entry: FoundEntry; version: number }[] = [];
  files = 0;
  readonly counts = { added: 0, changed: 0, unchanged: 0 };
  readonly skipped: SyncResult['skipped'] = {};

  constructor(collaborators: Collaborators, options: RunOptions) {
    this.#with = collaborators;
    this.#options = options;
    this.#desk = new AcceptanceDesk(collaborators);
    this.#ensure = new EnsureCollection(collaborators);
    this.#reader = readerOf(collaborators.readers, options.source.kind);
  }

  /** @returns the documents that were not met and whose files are not merely unreadable at the moment */
  async walk(): Promise<readonly KnownDocument[]> {
    const { source, known, signal, progress } = this.#options;
    const expected = known.size;
    const memory = new SourceNotes(this.#with.engines.primary.records, source.id);
    const { ignore, settings } = source;
    for await (const entry of this.#reader.scan(source.location, { signal, ignore, settings, memory })) {
      signal.throwIfAborted();
      if (!entry.found) this.#leaveOut(entry);
      else await this.#meet(entry);
      if (this.files % 100 === 0) progress({ done: this.files, total: Math.max(expected, this.files), unit: 'files' });
      if (this.#batch.length >= BATCH || this.#touched.length >= BATCH) await this.#flush();
    }
    await this.#flush();
    progress({ done: this.files, total: this.files, unit: 'files' });
    return [...known.values()].filter(({ state, file }) => state !== 'deleted' && !this.#isUnreadable(file?.path));
  }

  async #meet(entry: FoundEntry): Promise<void> {
    const { source, known } = this.#options;
    const key = documentKeyOf(source, entry.path);
    if (key.length > MAX_KEY) {
      this.#leaveOut({ path: entry.path, reason: 'path-too-long' });
      return;
    }
    this.files++;
    const name = this.#collectionOf(entry.type);
    const recordKey = documentRecordKey(name, key);
    const document = known.get(recordKey) ?? (source.kind === 'web' ? await this.#othersDocument(name, recordKey) : undefined);
    known.delete(recordKey);
    const comparison = compare(document, entry);
    if (comparison === 'unchanged') this.counts.unchanged++;
    else if (comparison === 'left-out') this.#leaveOut({ path: entry.path, reason: document?.error?.message ?? 'left-out' });
    else if (comparison === 'look' && document !== undefined) await this.#look(entry, document);
    else await this.#accept(entry, { name, key, content: entry.content && fromFile(source, entry.path, entry.content) });
    if (comparison === 'added') this.counts.added++;
    else if (comparison === 'again') this.counts.changed++;
  }

  /** A page that another source brought. */
  async #othersDocument(name: string, recordKey: string): Promise<KnownDocument | undefined> {
    const { epoch } = await this.#collection(name);
    return new SharedDocuments(this.#with.catalog).join(recordKey, this.#options.source.id, epoch);
  }

  /** Reads a file that looks changed: only another content makes a new version. */
  async #look(entry: FoundEntry, { collection, key, version, hash }: KnownDocument): Promise<void> {
    const { source, signal } = this.#options;
    const { settings } = source;
    const outcome = entry.content ?? (await this.#reader.read(source.location, entry.path, { signal, settings }));
    if (!outcome.read) {
      this.#leaveOut({ ...outcome, path: entry.path });
      return;
    }
    const content = fromFile(source, entry.path, outcome);
    if (content.hash === hash) {
      this.counts.unchanged++;
      this.#touched.push({ key: documentRecordKey(collection, key), entry, version });
    } else {
      this.counts.changed++;
      await this.#accept(entry, { name: collection, key, content });
    }
  }

  /** What the walk brought is kept with the row; other documents are read when their turn comes. */
  async #accept(
    entry: FoundEntry,
    { name, key, content }: { name: string; key: string; content: DocumentContent | undefined },
  ): Promise<void> {
    const { epoch } = await this.#collection(name);
    const pending = entry.content && content && handIn(content, { collection: name, key });
    const base = { collection: name, epoch, key, hash: content?.hash ?? '', source: this.#options.source.id, file: hintOf(entry) };
    this.#batch.push({ ...base, ...(pending ? { pending } : {}) });
  }

  async #flush(): Promise<void> {
    const [batch, touched] = [this.#batch, this.#touched];
    this.#batch = [];
    this.#touched = [];
    if (batch.length > 0) {
      const decided = await this.#desk.accept(batch);
      await addPatiently(this.#with.queues, ingestDocumentQueue, { jobs: jobsOf(decided), signal: this.#options.signal });
    }
    if (touched.length === 0) return;
    await this.#with.catalog.documents.changeMany(
      touched.map(({ key, entry, version }) => ({
        key,
        decide: (present) => (present?.version === version ? { set: { ...present, file: hintOf(entry) } } : { keep: true }),
      })),
    );
  }

  async #collection(name: string): Promise<CollectionRecord> {
    const known = this.#collections.get(name);
    if (known !== undefined) return known;
    if ((await this.#with.catalog.collections.get(name))?.removed === true) {
      throw permanent('COLLECTION.REMOVED', `The collection ${name} was removed while its source was synced.`, { category: 'gone' });
    }
    const record = await this.#ensure.forFiles(name);
    this.#collections.set(name, record);
    return record;
  }

  #collectionOf(type: DocumentType): string {
    const { route } = this.#options.source;
    return type === 'code' ? route.code : route.docs;
  }

  #leaveOut({ path, reason, passing = false }: Omit<LeftOutEntry, 'found'>): void {
    this.skipped[reason] = (this.skipped[reason] ?? 0) + 1;
    if (passing || PASSING.has(reason)) this.#unreadable.push(path.replace(/\/$/, ''));
  }

  #isUnreadable(path: string | undefined): boolean {
    return path !== undefined && this.#unreadable.some((place) => path === place || path.startsWith(place === '' ? '' : `${place}/`));
  }
}

/** By what the next sync tells that a document is unchanged. */
function hintOf({ path, size, mtimeMs, validator }: FoundEntry) {
  return { path, size, mtime_ms: mtimeMs, ...(validator === undefined ? {} : { validator }) };
}
