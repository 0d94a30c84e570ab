import { embedChunksQueue, maintenanceQueue, type QueueInput } from '@tributary/contracts';
import {
  documentRecordKey,
  isOutOfReach,
  unsettledCollections,
  writablePlaces,
  type CollectionRecord,
  type DocumentRecord,
} from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';
import { groupBy } from '../batching/group-by.js';
import { gathered } from '../batching/in-batches.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { StagedParts } from '../embed-chunks/staged-parts.js';
import { isUnapplied, owesRemoval } from '../documents/document-transitions.js';
import { rowKey } from '../documents/row-key.js';
import { addDocumentJobs } from '../ingest-document/document-jobs.js';
import { DocumentRemoval } from '../documents/document-removal.js';
import { MOST_PUT_OFF, OutageRoom } from '../waiting/outage-room.js';
import { RemovedCollections } from './removed-collections.js';
import { RemovalNotes } from '../sources/removal/removal-notes.js';

type SweepCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'queues' | 'clock' | 'migrations' | 'adopted' | 'crashAt'>;

const BATCH = 500;
const DAY_MS = 86_400_000;
/** Longer than any job lives. */
const TOMBSTONE_MS = 30 * DAY_MS;
const TOMBSTONES_EVERY_MS = 3_600_000;
/** A day longer than their dead letters, which are dropped now and then. */
const PARTS_OF_FAILED_MS = embedChunksQueue.retention.deadMs + DAY_MS;
/** What was accepted so far in the future was so before the clock went back: clocks of one installation differ by less. */
const CLOCKS_APART_MS = 60_000;

/** Makes good what a crash, or the loss of the queue, left between two durable steps: accepted documents get their job again, tombstones reach the
 *  engine, begun removals end. Every step may be repeated. What lies on an engine that is away waits for a later sweep, and holds up nothing else. */
export class Sweep {
  readonly #with: SweepCollaborators;
  readonly #removal: DocumentRemoval;
  readonly #removed: RemovedCollections;
  readonly #room: OutageRoom;
  #tombstonesDueAt = -Infinity;

  constructor(collaborators: SweepCollaborators) {
    this.#with = collaborators;
    this.#removal = new DocumentRemoval(collaborators);
    this.#removed = new RemovedCollections(collaborators);
    this.#room = new OutageRoom(collaborators.queues, MOST_PUT_OFF);
  }

  /** Run at boot with `olderThanMs: 0`, later with ten minutes, so that documents under way are left alone, or half a minute where none is. @returns how many things were taken up again */
  async run({ olderThanMs }: { readonly olderThanMs: number }): Promise<number> {
    const { live, removed } = await this.#collections();
    const woken = await this.#wakeAccepted(live, olderThanMs);
    const removals = await this.#wakeRemovals(removed);
    const staged = await this.#dropStaged();
    const moves = (await this.#with.migrations?.sweep()) ?? 0;
    return woken + removals + staged + moves + (await this.#sweepTombstones(live));
  }

  /** Tombstones stay for a month and may be many, so they are looked through less often than every sweep. */
  async #sweepTombstones(live: ReadonlyMap<string, CollectionRecord>): Promise<number> {
    const now = this.#with.clock.now();
    if (now < this.#tombstonesDueAt) return 0;
    const { applied, isOpen } = await this.#applyTombstones(live);
    await this.#dropOldTombstones(live);
    await this.#dropOldRows(live);
    await this.#removed.forget();
    if (!isOpen) this.#tombstonesDueAt = now + TOMBSTONES_EVERY_MS;
    return applied;
  }

  async #wakeAccepted(live: ReadonlyMap<string, CollectionRecord>, olderThanMs: number): Promise<number> {
    const { catalog, queues, clock } = this.#with;
    const now = clock.now();
    const isOld = ({ accepted_at: at }: DocumentRecord) => at <= now - olderThanMs || at > now + CLOCKS_APART_MS;
    const outlived = new Set<string>();
    let woken = 0;
    for await (const rows of gathered(catalog.documents.list({ state: 'accepted' }), BATCH)) {
      const forgotten = rows.filter((row) => isOld(row) && live.get(row.collection)?.epoch === row.epoch);
      const taken = await this.#enqueue(forgotten);
      if (taken === undefined) break;
      await this.#startWaitAnew(taken);
      woken += taken.length;
      for (const row of rows) if (row.epoch < (live.get(row.collection)?.epoch ?? Infinity)) outlived.add(row.collection);
    }
    // Rows a sync wrote while their collection was removed, or removed and made anew.
    for (const collection of outlived) await queues.add(maintenanceQueue, { task: 'purge-collection', collection });
    return woken;
  }

  /** @returns those that got a job; undefined when the queue is full: the next sweep goes on, since trying again at once would look through all the rows each time */
  async #enqueue(rows: readonly DocumentRecord[]): Promise<readonly DocumentRecord[] | undefined> {
    try {
      return await addDocumentJobs(this.#with, rows, { room: this.#room });
    } catch (error) {
      if (hasCode(error, 'QUEUE.BACKPRESSURE')) return undefined;
      throw error;
    }
  }

  /** A document that waits behind a long queue is not taken up by every sweep from now on. */
  async #startWaitAnew(rows: readonly DocumentRecord[]): Promise<void> {
    const now = this.#with.clock.now();
    await this.#with.catalog.documents.changeMany(
      rows.map((row) => ({
        key: rowKey(row),
        decide: (present) =>
          present?.state === 'accepted' && present.version === row.version ? { set: { ...present, accepted_at: now } } : { keep: true },
      })),
    );
  }

  /** Of what failed, too, what was deleted before it was accepted goes: it is not written any more. Of what waits it goes with the write.
   *  @returns how many were applied, and whether some wait for an engine that is away */
  async #applyTombstones(live: ReadonlyMap<string, CollectionRecord>) {
    const away = new Set<string>();
    let applied = 0;
    for (const state of ['deleted', 'failed']) {
      for await (const rows of gathered(this.#with.catalog.documents.list({ state }), BATCH)) {
        const open = rows.filter((row) => isOwed(row, live.get(row.collection)));
        for (const [name, group] of groupBy(open, (row) => row.collection)) {
          const collection = live.get(name);
          if (collection === undefined || away.has(collection.engine)) continue;
          try {
            await this.#removal.apply(collection, group);
            applied += group.length;
          } catch (error) {
            if (isOutOfReach(error)) away.add(collection.engine);
            // What lies in a collection that is gone is gone with it.
            else if (!hasCode(error, 'COLLECTION.NOT_FOUND')) throw error;
          }
        }
      }
    }
    return { applied, isOpen: away.size > 0 };
  }

  async #wakeRemovals(removed: readonly CollectionRecord[]): Promise<number> {
    const { engines, queues } = this.#with;
    const notes = await new RemovalNotes(engines.primary.records).all();
    const jobs: QueueInput<typeof maintenanceQueue>[] = notes.map(({ source_id, keep_documents }) => ({
      task: 'purge-source',
      source_id,
      keep_documents,
    }));
    const unpurged = await this.#removed.settle(removed);
    jobs.push(...unpurged.map((collection) => ({ task: 'purge-collection' as const, collection })));
    if (jobs.length > 0) await queues.addMany(maintenanceQueue, jobs);
    return jobs.length;
  }

  /** Parts of documents that are no longer waited for. Those of failed ones stay as long as their dead letter: a redrive takes them up. */
  async #dropStaged(): Promise<number> {
    const { catalog, engines, clock } = this.#with;
    const before = clock.now() - PARTS_OF_FAILED_MS;
    return new StagedParts(engines.primary.records).dropUnwanted(async ({ collection, key, version }) => {
      const row: DocumentRecord | undefined = await catalog.documents.get(documentRecordKey(collection, key));
      if (row?.version !== version) return false;
      return row.state === 'accepted' || (row.state === 'failed' && failedAt(row) > before);
    });
  }

  async #dropOldTombstones(live: ReadonlyMap<string, CollectionRecord>): Promise<void> {
    const { engines, clock } = this.#with;
    const before = clock.now() - TOMBSTONE_MS;
    const places = new Set([...live.values()].flatMap(writablePlaces).map(({ engine, name }) => `${engine}/${name}`));
    for (const engine of engines.all()) {
      try {
        for (const { name } of await engine.listCollections()) {
          if (places.has(`${engine.name}/${name}`)) await engine.dropTombstones(name, before);
        }
      } catch (error) {
        // One that is away keeps its tombstones until a later sweep.
        if (!isOutOfReach(error)) throw error;
      }
    }
  }

  /** Rows of deleted documents go with their tombstones. Those that remember a file stay while it is there: they keep a sync from bringing it back. What was deleted in a
   *  collection that is gone since waits for nothing. */
  async #dropOldRows(live: ReadonlyMap<string, CollectionRecord>): Promise<void> {
    const { catalog, clock } = this.#with;
    const before = clock.now() - TOMBSTONE_MS;
    const isOver = ({ collection, state, indexed_at: applied, accepted_at: deleted, file, unmet_at: unmet = Infinity }: DocumentRecord) => {
      if (state !== 'deleted') return false;
      if (!live.has(collection)) return deleted <= before;
      return (file === undefined || unmet <= before) && applied !== undefined && applied <= before;
    };
    for await (const rows of gathered(catalog.documents.list({ state: 'deleted' }), BATCH)) {
      await catalog.documents.deleteWhere(rows.filter(isOver).map(rowKey), isOver);
    }
  }

  async #collections() {
    const live = new Map<string, CollectionRecord>();
    const removed: CollectionRecord[] = [];
    for (const record of await unsettledCollections(this.#with.catalog)) {
      if (record.removed) removed.push(record);
      else live.set(record.name, record);
    }
    for (const record of await this.#removed.revive()) live.set(record.name, record);
    return { live, removed };
  }
}

/** Only a collection of another program is told again of what was accepted anew: to one of ours it would be a delete of that. */
function isOwed(row: DocumentRecord, collection: CollectionRecord | undefined): boolean {
  return row.epoch === collection?.epoch && (collection.adopted === undefined ? isUnapplied(row) : owesRemoval(row));
}

/** Rows that earlier versions wrote do not tell: they failed some time after they were accepted. */
function failedAt({ error, accepted_at: accepted }: DocumentRecord): number {
  return error?.at ?? accepted + TOMBSTONE_MS;
}
