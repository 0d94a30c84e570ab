import { ingestDocumentQueue, type DocumentType, type SyncResult } from '@tributary/contracts';
import { documentRecordKey, type CollectionRecord, type SourceRecord } from '@tributary/engines-port';
import { encodeDocumentKey, permanent } from '@tributary/kernel';
import type { JobProgress } from '@tributary/messaging-port';
import type { ReadOutcome, ScannedEntry } from '@tributary/sources-port';
import { AcceptanceDesk, jobsOf } from '../acceptance/acceptance-desk.js';
import type { Candidate } from '../acceptance/decide-acceptance.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { fromFile } from '../ingest-document/document-content.js';
import { addPatiently } from './add-patiently.js';
import { compare } from './compare.js';
import type { KnownDocument } from './known-documents.js';

type FoundEntry = ScannedEntry & { readonly found: true };

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
  }

  /** @returns the documents that were not met and whose files are not merely unreadable at the moment */
  async walk(): Promise<readonly KnownDocument[]> {
    const { source, known, signal, progress } = this.#options;
    const expected = known.size;
    for await (const entry of this.#with.readers[source.kind].scan(source.location, signal, source.ignore)) {
      signal.throwIfAborted();
      if (!entry.found) this.#leaveOut(entry.path, entry.reason);
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
    const key = encodeDocumentKey(`${source.name}/${entry.path}`);
    if (key.length > MAX_KEY) {
      this.#leaveOut(entry.path, 'path-too-long');
      return;
    }
    this.files++;
    const name = this.#collectionOf(entry.type);
    const recordKey = documentRecordKey(name, key);
    const document = known.get(recordKey);
    known.delete(recordKey);
    const comparison = compare(document, entry);
    if (comparison === 'unchanged') this.counts.unchanged++;
    else if (comparison === 'left-out') this.#leaveOut(entry.path, document?.error?.message ?? 'left-out');
    else if (comparison === 'look' && document !== undefined) await this.#look(entry, document);
    else await this.#accept(entry, { name, key, hash: '' });
    if (comparison === 'added') this.counts.added++;
    else if (comparison === 'again') this.counts.changed++;
  }

  /** Reads a file that looks changed: only another content makes a new version. */
  async #look(entry: FoundEntry, { collection, key, version, hash }: KnownDocument): Promise<void> {
    const { source, signal } = this.#options;
    const outcome: ReadOutcome = await this.#with.readers[source.kind].read(source.location, entry.path, signal);
    if (!outcome.read) {
      this.#leaveOut(entry.path, outcome.reason);
      return;
    }
    const content = fromFile(source, entry.path, outcome);
    if (content.hash === hash) {
      this.counts.unchanged++;
      this.#touched.push({ key: documentRecordKey(collection, key), entry, version });
    } else {
      this.counts.changed++;
      await this.#accept(entry, { name: collection, key, hash: content.hash });
    }
  }

  async #accept({ path, size, mtimeMs }: FoundEntry, { name, key, hash }: { name: string; key: string; hash: string }): Promise<void> {
    const { epoch } = await this.#collection(name);
    const file = { path, size, mtime_ms: mtimeMs };
    this.#batch.push({ collection: name, epoch, key, hash, source: this.#options.source.id, file });
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
      touched.map(({ key, entry: { path, size, mtimeMs }, version }) => ({
        key,
        decide: (present) =>
          present?.version === version ? { set: { ...present, file: { path, size, mtime_ms: mtimeMs } } } : { keep: true },
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

  #leaveOut(path: string, reason: string): void {
    this.skipped[reason] = (this.skipped[reason] ?? 0) + 1;
    if (PASSING.has(reason)) this.#unreadable.push(path.replace(/\/$/, ''));
  }

  #isUnreadable(path: string | undefined): boolean {
    return path !== undefined && this.#unreadable.some((place) => path === place || path.startsWith(place === '' ? '' : `${place}/`));
  }
}
