import {
  documentRecordKey,
  writablePlaces,
  type Change,
  type CollectionRecord,
  type DocumentRecord,
  type Engine,
  type Place,
  type WriteOutcome,
} from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';
import { documentId } from '@tributary/kernel/ids';
import { AdoptedDocuments } from '../adopted/adopted-documents.js';
import { inBatches } from '../batching/in-batches.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { isUnapplied, markDeleted, markTombstoneApplied } from './document-transitions.js';
import { nextVersion } from './document-version.js';
import { rowKey } from './row-key.js';
import { writeToPlaces } from '../places/write-to-places.js';

type RemovalCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'clock' | 'adopted' | 'crashAt'>;

/** A document that goes. */
export interface Doomed {
  readonly key: string;
  /** The version found where the decision was made; greater ones elsewhere still go, unless `onlyVersion`. */
  readonly version?: number;
  /** Leave the document alone when its row has another version by now. */
  readonly onlyVersion?: boolean;
  /** A person deleted it: no sync brings it back while the content of its file stays the same. */
  readonly keepFile?: boolean;
  /** What its file looks like by now, where that is kept; left out: as its row says. */
  readonly file?: DocumentRecord['file'];
  /** Why its file is no document. */
  readonly error?: DocumentRecord['error'];
}

const BATCH = 500;
/** How often a tombstone is raised over a version the catalog did not know of. */
const RAISES = 3;
/** How often deletes are repeated because a generation was added or began to answer meanwhile. */
const MOVES = 3;

/** Deletes documents in two durable steps: the tombstone in the catalog, which decides, then the one in the engine, which every older write meets.
 *  A kill in between is made good by `apply` from the sweep. */
export class DocumentRemoval {
  readonly #with: RemovalCollaborators;
  readonly #adopted: AdoptedDocuments;

  constructor(collaborators: RemovalCollaborators) {
    this.#with = collaborators;
    this.#adopted = new AdoptedDocuments(collaborators);
  }

  /** @returns how many documents have a tombstone now that had none before */
  async remove(collection: CollectionRecord, doomed: readonly Doomed[]): Promise<number> {
    let removed = 0;
    for (const batch of inBatches(doomed, BATCH)) removed += await this.#removeBatch(collection, batch);
    return removed;
  }

  /** Brings the tombstones of these rows into the engine. May be repeated. */
  async apply(collection: CollectionRecord, tombstones: readonly DocumentRecord[]): Promise<void> {
    let open = tombstones;
    for (let raise = 0; open.length > 0 && raise <= RAISES; raise++) {
      const overtaken = await this.#applyOnce(collection, open);
      open = await this.#raise(overtaken);
    }
  }

  async #removeBatch(collection: CollectionRecord, batch: readonly Doomed[]): Promise<number> {
    const newly = new Set<string>();
    const rows = await this.#with.catalog.documents.changeMany(
      batch.map((one) => ({
        key: documentRecordKey(collection.name, one.key),
        decide: (present) => {
          const change = this.#tombstone(collection, one, present);
          if ('set' in change) newly.add(one.key);
          else newly.delete(one.key);
          return change;
        },
      })),
    );
    this.#with.crashAt?.('tombstone-written');
    await this.apply(collection, rows.filter(isUnapplied));
    return newly.size;
  }

  #tombstone(collection: CollectionRecord, doomed: Doomed, present: DocumentRecord | undefined): Change<DocumentRecord> {
    const now = this.#with.clock.now();
    const { key, version, onlyVersion = false, keepFile = false, file, error } = doomed;
    if (present !== undefined) {
      return markDeleted({ now, keepFile, file, error, atLeast: version, onlyVersion: onlyVersion ? version : undefined })(present);
    }
    if (onlyVersion) return { keep: true };
    const { name, epoch } = collection;
    const row = { v: 1 as const, collection: name, key, doc_id: documentId(name, key), hash: '', source: '', epoch, chunks: 0, title: '' };
    return { set: { ...row, version: nextVersion(now, version), state: 'deleted', accepted_at: now } };
  }

  /** @returns the rows whose tombstone met a newer write that the catalog does not know, with that version */
  async #applyOnce(collection: CollectionRecord, rows: readonly DocumentRecord[]): Promise<readonly { row: DocumentRecord; by: number }[]> {
    if (collection.adopted !== undefined) {
      await this.#adopted.remove(collection, rows);
      return [];
    }
    const documents = rows.map(({ doc_id, key, version }) => ({ docId: doc_id, key, version }));
    const overtaken = new Map<DocumentRecord, number>();
    const deleteFrom = async ({ name }: Place, engine: Engine) => {
      const outcomes = await engine.deleteDocuments({ collection: name, documents });
      rows.forEach((row, i) => {
        const by = overtakenBy(outcomes[i]);
        if (by !== undefined) overtaken.set(row, Math.max(by, overtaken.get(row) ?? 0));
      });
    };
    await this.#everywhere(collection, deleteFrom);
    this.#with.crashAt?.('tombstone-applied');
    const now = this.#with.clock.now();
    const applied = rows.filter((row) => !overtaken.has(row));
    await this.#with.catalog.documents.changeMany(
      applied.map((row) => ({ key: rowKey(row), decide: markTombstoneApplied(row.version, now) })),
    );
    return [...overtaken].map(([row, by]) => ({ row, by }));
  }

  /** Calls `apply` for every generation; again for all of them where the collection began to take deletes elsewhere meanwhile. */
  async #everywhere(collection: CollectionRecord, apply: (place: Place, engine: Engine) => Promise<void>): Promise<void> {
    const { engines, catalog } = this.#with;
    let record = collection;
    for (let move = 0; ; move++) {
      try {
        await writeToPlaces(
          { engines, collections: catalog.collections },
          { collection: record.name, places: writablePlaces(record) },
          apply,
        );
        return;
      } catch (error) {
        const newest = move < MOVES && hasCode(error, 'COLLECTION.MOVED') ? await catalog.collections.get(record.name) : undefined;
        if (newest === undefined) throw error;
        record = newest;
      }
    }
  }

  /** Lifts tombstones above what the engine holds. A row that has a newer accepted version by now has won and stays. */
  async #raise(overtaken: readonly { row: DocumentRecord; by: number }[]): Promise<readonly DocumentRecord[]> {
    const now = this.#with.clock.now();
    const rows = await this.#with.catalog.documents.changeMany(
      overtaken.map(({ row, by }) => ({
        key: rowKey(row),
        decide: (present) => {
          if (present?.state !== 'deleted' || present.version !== row.version) return { keep: true };
          return { set: { ...present, version: nextVersion(now, by) } };
        },
      })),
    );
    return rows.filter(isUnapplied);
  }
}

function overtakenBy(outcome: WriteOutcome | undefined): number | undefined {
  return outcome?.outcome === 'superseded' && !outcome.by.deleted ? outcome.by.version : undefined;
}
