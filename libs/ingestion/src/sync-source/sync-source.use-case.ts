import { reachOf, type JobProgress, type SyncResult } from '@tributary/contracts';
import { documentRecordKey, type Change, type DocumentRecord, type SourceRecord } from '@tributary/engines-port';
import { hasCode, toErrorRecord } from '@tributary/kernel';
import { skipped, type Skipped } from '@tributary/messaging-port';
import type { ScannedEntry } from '@tributary/sources-port';
import { isOwnerUnsaid } from '../acceptance/claim-place.js';
import { groupBy } from '../batching/group-by.js';
import { inBatches } from '../batching/in-batches.js';
import { wakeOrLeave } from '../batching/wake.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { markUnmet } from '../documents/document-transitions.js';
import { rowKey } from '../documents/row-key.js';
import { DocumentRemoval } from '../documents/document-removal.js';
import { isComparedSince } from '../sources/state/due-sources.js';
import { SharedDocuments } from '../sources/removal/documents-of-several.js';
import { readerOf } from '../sources/registering/source-kinds.js';
import { SourceNotes } from '../sources/state/source-notes.js';
import { keptOutOf, syncKeptOut } from '../sources/state/kept-out.js';
import { countLeftOut, countLeftOutFiles, forgetLeftOutOfPart, forgetUnnamedOfPart, noteLeftOut } from '../sources/state/left-out-files.js';
import { noteSourceState } from '../sources/state/source-state.js';
import { awaitMoved } from './await-moved.js';
import { LEFT_OUT } from './compare.js';
import { lossesOf, whyNotDelete, withLoss, type DeletionPlan } from './deletion-guard.js';
import type { KnownDocument } from './known-document.js';
import { KnownDocuments, leftOutBy } from './known-documents.js';
import { SyncRun } from './sync-run.js';

/** Rows of one write. */
const BATCH = 500;
const ELSEWHERE = 'a link leads elsewhere from there; add what it leads to as a source of its own, where that is wanted';

interface SyncOptions {
  readonly signal: AbortSignal;
  readonly progress: (progress: JobProgress) => void;
}

interface SyncRequest {
  readonly source_id: string;
  readonly confirmed: boolean;
  /** Of the source, as the disk spells them; left out: everything. */
  readonly paths?: readonly string[] | undefined;
  /** Milliseconds since the epoch: nothing is done where a comparison of everything that began then or later has been through. */
  readonly unless_since?: number | undefined;
}

/** Brings the index of a source, or of a part of it, in step with its files: new and changed ones are accepted, those that are gone are deleted. A renamed
 *  file is a new document with the vectors of the old one. Names of sources are unique and begin the keys, so a file two sources reach is two documents, each
 *  going with its own source. */
export class SyncSource {
  readonly #with: Collaborators;
  readonly #removal: DocumentRemoval;
  /** Since then somebody was there to be told of changes. */
  readonly #startedAt: number;

  constructor(collaborators: Collaborators) {
    this.#with = collaborators;
    this.#startedAt = collaborators.clock.now();
    this.#removal = new DocumentRemoval(collaborators);
  }

  /** @returns what was found, or why nothing was done: `superseded` (the source was removed), `paused`, `compared meanwhile`, or the reason why it is stale */
  async run({ source_id: id, confirmed, paths, unless_since: since }: SyncRequest, options: SyncOptions): Promise<SyncResult | Skipped> {
    const { catalog, readers, clock } = this.#with;
    const source = await catalog.sources.get(id);
    if (source === undefined) return skipped('superseded');
    if (source.state === 'paused') return skipped('paused');
    // The wish may be of a process before this one: what changed between the two nobody has looked for.
    const least = since === undefined ? undefined : Math.max(since, this.#startedAt);
    if (isComparedSince(source, least, clock.now())) return skipped('compared meanwhile');
    const root = await readerOf(readers, source.kind).inspect(source.location, source.settings);
    if (!root.usable && root.reason !== 'empty') return this.#leaveStale(source, root.reason);
    if (root.usable && reachOf(source.kind) === 'local' && root.location !== source.location) return this.#leaveStale(source, ELSEWHERE);
    // An empty one may be a lost mount, which only the guard of a whole sync tells.
    const part = root.usable ? this.#partOf(source, paths) : undefined;
    if (part === undefined) await noteSourceState(catalog, id, { state: 'syncing', skipped: {}, examples: {} });
    try {
      return await this.#sync(source, { confirmed, part }, options);
    } catch (error) {
      if (hasCode(error, 'SOURCE.UNREADABLE')) return this.#leaveStale(source, error.message);
      if (hasCode(error, 'COLLECTION.REMOVED')) return skipped('superseded');
      await this.#noteFailure(id, error);
      throw error;
    }
  }

  /** The paths to compare; undefined for everything: also where the last sync was not whole. */
  #partOf({ kind, state, location }: SourceRecord, paths: readonly string[] | undefined): readonly string[] | undefined {
    const { partial } = readerOf(this.#with.readers, kind);
    if (paths === undefined || partial === undefined || state !== 'idle') return undefined;
    const reach = partial.reachOf(paths, location);
    return reach.includes('') ? undefined : reach;
  }

  async #sync(
    source: SourceRecord,
    { confirmed, part }: { readonly confirmed: boolean; readonly part: readonly string[] | undefined },
    options: SyncOptions,
  ): Promise<SyncResult | Skipped> {
    const { catalog, clock } = this.#with;
    const startedAt = clock.now();
    const paths = part?.map((path) => path.normalize('NFC'));
    const { known, forgotten } = await this.#knownOf(source, paths);
    await this.#noteOwner(source, known.unowned);
    const run = new SyncRun(this.#with, { source, known, entries: this.#entries(source, part, options.signal), ...options });
    const { documents: gone, tombstones, hidden, unread } = await run.walk();
    if (unread !== undefined) {
      await countLeftOut(catalog, source.id, run.tally);
      return this.#leaveStale(source, unread);
    }
    const moves = await run.acceptArrivals(gone);
    this.#with.crashAt?.('source-scanned');
    const moved = new Set([...moves.values()].filter(({ isCertain }) => isCertain).map(({ from }) => from));
    const deletions = gone.length - moved.size;
    const documents = part === undefined || deletions === 0 ? known.documents : await this.#countDocuments(source.id);
    // Nothing would be left.
    if (part !== undefined && deletions > 0 && run.tally.files === 0 && gone.length >= documents)
      return this.run({ source_id: source.id, confirmed }, options);
    const losses = lossesOf(source, startedAt);
    // What only moved was met as added, too.
    const arrived = run.tally.added - moved.size;
    const files = part === undefined ? run.tally.files : undefined;
    const plan = { sourceId: source.id, documents, deletions, added: arrived, losses, confirmed, files };
    const unmoved = gone.filter((document) => !moved.has(document));
    const { reason, meant } = await this.#judge(source, plan, unmoved);
    if (reason === undefined) await awaitMoved(catalog, [...moves.keys()], options.signal);
    const doomed = reason !== undefined ? [] : source.kind === 'web' ? await this.#unshared(gone) : gone;
    const deleted = await this.#delete(doomed);
    // A folder in which nothing is may be a lost mount.
    if (part === undefined && reason === undefined && run.tally.files > 0) await this.#noteUnmet(tombstones);
    if (part !== undefined) await this.#noteLeftOutBefore(source.id, { gone: tombstones, hidden });
    const { added, changed, unchanged, shared, skipped: left, newlySkipped: fresh, examples, files: met, counts } = run.tally;
    await noteLeftOut(catalog, source.id, { part: paths, forgotten, skipped: left, fresh, examples });
    options.progress({ done: met, total: met, unit: 'files', counts: { ...counts, deleted } });
    const now = clock.now();
    const finishedAt = new Date(now).toISOString();
    const lost = confirmed ? [] : withLoss(losses, { at: now, documents: deleted - meant - (reason === undefined ? added : arrived) });
    await noteSourceState(catalog, source.id, {
      ...(reason === undefined ? { state: 'idle' } : { state: 'stale', reason, unconfirmed: deletions }),
      last_sync: {
        ...{ added, changed, deleted, unchanged, skipped: left, examples },
        ...(shared === 0 ? {} : { shared }),
        is_part: part !== undefined,
        finished_at: finishedAt,
      },
      last_synced_at: finishedAt,
      lost: [...lost],
      holds: reason !== undefined,
      ...(part === undefined && reason === undefined ? { settled_ignore: source.ignore ?? [] } : {}),
      ...(part === undefined ? { synced: source.requested, compared_from: startedAt, revision: run.revision } : {}),
    });
    if (deleted > 0) await wakeOrLeave(this.#syncKeptOut(source.id, doomed), this.#with.log);
    return { added, changed, deleted, unchanged, skipped: left };
  }

  /** @returns why nothing may be deleted; and how many of the documents new patterns or version control took out, which is asked where it matters */
  async #judge(
    { kind, location, ignore, settled_ignore, compared_from }: SourceRecord,
    ofSync: Omit<DeletionPlan, 'isWitnessed'>,
    gone: readonly KnownDocument[],
  ): Promise<{ readonly reason: string | undefined; readonly meant: number }> {
    const plan = { ...ofSync, isWitnessed: kind === 'web' || kind === 'nextcloud-notes' };
    const reason = whyNotDelete(plan);
    const { partial } = readerOf(this.#with.readers, kind);
    if (reason === undefined || partial?.takenOut === undefined) return { reason, meant: 0 };
    const paths = gone.flatMap(({ file }) => file?.path ?? []);
    // What an earlier version went through by may have been these.
    const ignoreBefore = settled_ignore ?? (compared_from === undefined ? [] : ignore);
    const taken = await partial.takenOut(location, { paths, ignore, ignoreBefore });
    const meant = paths.filter((path) => taken.has(path)).length;
    const mayGo = whyNotDelete({ ...plan, deletions: plan.deletions - meant }) === undefined;
    return mayGo ? { reason: undefined, meant } : { reason, meant: 0 };
  }

  /** What the catalog knows of it; what was left out of a part counts no longer. */
  async #knownOf(source: SourceRecord, paths: readonly string[] | undefined) {
    const { catalog, readers } = this.#with;
    const named = paths && (await forgetLeftOutOfPart(catalog, source.id, paths));
    const { revision } = readerOf(readers, source.kind);
    const known = await KnownDocuments.read(catalog, source, { paths, revision: revision?.number });
    const forgotten = named && (await forgetUnnamedOfPart(catalog, source.id, { forgotten: named, remembered: known.leftOut }));
    return { known, forgotten: forgotten ?? {} };
  }

  async #syncKeptOut(by: string, places: readonly KnownDocument[]): Promise<void> {
    await syncKeptOut(this.#with.queues, await keptOutOf(this.#with.catalog, { by, places }));
  }

  /** Of pages that are gone for this source, those no other source reaches. */
  async #unshared(gone: readonly KnownDocument[]): Promise<readonly KnownDocument[]> {
    const { catalog } = this.#with;
    const rows = await catalog.documents.getMany(gone.map(({ collection, key }) => documentRecordKey(collection, key)));
    return new SharedDocuments(catalog).handOver(rows.filter((row) => row !== undefined));
  }

  #entries(source: SourceRecord, part: readonly string[] | undefined, signal: AbortSignal): AsyncIterable<ScannedEntry> {
    const { id, kind, location, ignore, settings } = source;
    const reader = readerOf(this.#with.readers, kind);
    if (part !== undefined && reader.partial !== undefined) return reader.partial.scanPaths(location, { paths: part, signal, ignore });
    const memory = new SourceNotes(this.#with.engines.primary.records, id);
    return reader.scan(location, { signal, ignore, settings, memory });
  }

  /** Documents of the source that are not deleted. */
  async #countDocuments(source: string): Promise<number> {
    const { documents } = this.#with.catalog;
    const counts = await Promise.all((['indexed', 'accepted', 'failed'] as const).map((state) => documents.count({ source, state })));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  async #delete(gone: readonly KnownDocument[]): Promise<number> {
    let deleted = 0;
    for (const [name, documents] of groupBy(gone, ({ collection }) => collection)) {
      const collection = await this.#with.catalog.collections.get(name);
      if (collection === undefined || collection.removed) continue;
      deleted += await this.#removal.remove(
        collection,
        documents.map(({ key, version }) => ({ key, version, onlyVersion: true })),
      );
    }
    return deleted;
  }

  /** Whose its documents are alone is said by their rows, too. */
  async #noteOwner({ id, user_id }: SourceRecord, recordKeys: readonly string[]): Promise<void> {
    const decide = (present: DocumentRecord | undefined): Change<DocumentRecord> =>
      present?.source === id && isOwnerUnsaid(present) && user_id !== undefined
        ? { set: { ...present, access: { user_id } } }
        : { keep: true };
    for (const batch of inBatches(recordKeys, BATCH)) await this.#with.catalog.documents.changeMany(batch.map((key) => ({ key, decide })));
  }

  /** Of a part: what is gone counts no more, nor does it the next time; what could not be looked at goes on to count. */
  async #noteLeftOutBefore(
    id: string,
    { gone, hidden }: { readonly gone: readonly KnownDocument[]; readonly hidden: readonly KnownDocument[] },
  ) {
    await this.#noteUnmet(gone.filter(({ error }) => error?.code === LEFT_OUT));
    await countLeftOutFiles(this.#with.catalog, id, hidden.flatMap(leftOutBy));
  }

  async #noteUnmet(tombstones: readonly KnownDocument[]): Promise<void> {
    const { catalog, clock } = this.#with;
    const now = clock.now();
    for (const batch of inBatches(tombstones, BATCH)) {
      await catalog.documents.changeMany(batch.map((row) => ({ key: rowKey(row), decide: markUnmet(row.version, now) })));
    }
  }

  /** The root cannot be walked: whatever is known of it stays. */
  async #leaveStale({ id, location }: SourceRecord, why: string): Promise<Skipped> {
    const reason = `${location} cannot be read (${why}). Nothing was deleted. Bring it back, or remove the source: tributary sources remove ${id}`;
    await noteSourceState(this.#with.catalog, id, { state: 'stale', reason });
    return skipped(reason);
  }

  async #noteFailure(id: string, error: unknown): Promise<void> {
    const { category, message } = toErrorRecord(error);
    const isInterrupted = category === 'cancelled';
    const reason = isInterrupted ? 'The last sync was interrupted; the next one goes on.' : message;
    await noteSourceState(this.#with.catalog, id, { state: isInterrupted ? 'stale' : 'failed', reason });
  }
}
