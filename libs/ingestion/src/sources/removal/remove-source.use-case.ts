import { maintenanceQueue } from '@tributary/contracts';
import type { DocumentRecord, SourceRecord } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { groupBy } from '../../batching/group-by.js';
import { gathered } from '../../batching/in-batches.js';
import { wakeOrLeave } from '../../batching/wake.js';
import type { Collaborators } from '../../collaborators/collaborators.js';
import { rowKey } from '../../documents/row-key.js';
import { forgetFindings } from '../../hygiene/finding-sentences.js';
import { DocumentRemoval } from '../../documents/document-removal.js';
import { RemovalNotes, type RemovalNote } from './removal-notes.js';
import { SharedDocuments } from './documents-of-several.js';
import { leftBy } from './left-documents.js';
import { SourceNames } from '../registering/source-names.js';
import { keptOutOf, syncKeptOut } from '../state/kept-out.js';
import { SourceNotes } from '../state/source-notes.js';

type RemoveCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'queues' | 'clock' | 'log' | 'crashAt'>;

const BATCH = 500;

/** More documents than these are left to a maintenance job. */
const AT_ONCE = 500;

interface Settled {
  /** Documents that were there, whether or not they could be settled: a newer version may have come meanwhile. */
  readonly living: number;
  readonly touched: number;
}

/** Sources that are to be synced, by id. */
type Waiting = Map<string, Pick<SourceRecord, 'id' | 'kind'>>;

/** Removes a source. From this moment on it is not synced, and its documents are deleted, or stand by themselves: at once where they are not many. */
export class RemoveSource {
  readonly #with: RemoveCollaborators;
  readonly #notes: RemovalNotes;
  readonly #names: SourceNames;
  readonly #removal: DocumentRemoval;
  readonly #shared: SharedDocuments;

  constructor(collaborators: RemoveCollaborators) {
    const { records } = collaborators.engines.primary;
    this.#with = collaborators;
    this.#notes = new RemovalNotes(records);
    this.#names = new SourceNames(records);
    this.#removal = new DocumentRemoval(collaborators);
    this.#shared = new SharedDocuments(collaborators.catalog);
  }

  /** @throws `SOURCE.NOT_FOUND` */
  async run({ sourceId, keepDocuments }: { readonly sourceId: string; readonly keepDocuments: boolean }): Promise<void> {
    const source = await this.#with.catalog.sources.get(sourceId);
    if (source === undefined) {
      throw permanent('SOURCE.NOT_FOUND', `There is no source ${sourceId}: \`tributary sources\` shows the ones there are.`, {
        category: 'not_found',
      });
    }
    const { name, user_id, registered_by } = source;
    await this.#notes.put({ v: 1, source_id: sourceId, name, keep_documents: keepDocuments, user_id, registered_by });
    this.#with.crashAt?.('removal-recorded');
    await this.#deregister(sourceId);
    if ((await this.#with.catalog.documents.count({ source: sourceId })) <= AT_ONCE) {
      await this.finish(sourceId);
      return;
    }
    const job = { task: 'purge-source' as const, source_id: sourceId, keep_documents: keepDocuments };
    await wakeOrLeave(this.#with.queues.add(maintenanceQueue, job), this.#with.log);
  }

  /** Ends a removal that was begun: may be repeated, does nothing where none was. @returns how many documents it touched */
  async finish(sourceId: string): Promise<number> {
    const note = await this.#notes.get(sourceId);
    if (note === undefined) return 0;
    await this.#deregister(sourceId);
    let affected = 0;
    const waiting: Waiting = new Map();
    // Again while a sync that is still under way accepts versions in between: without the note nobody would know that they are to go.
    for (;;) {
      const { living, touched } = await this.#settle(note, waiting);
      affected += touched;
      if (living === 0) break;
      // Somebody else ended it, and the source may have been added again.
      if ((await this.#notes.get(sourceId)) === undefined) return affected;
    }
    await new SourceNotes(this.#with.engines.primary.records, sourceId).clear();
    await forgetFindings(this.#with.catalog, sourceId);
    await this.#names.release(sourceId, note.name);
    await this.#notes.drop(sourceId);
    await wakeOrLeave(syncKeptOut(this.#with.queues, waiting.values()), this.#with.log);
    return affected;
  }

  async #deregister(sourceId: string): Promise<void> {
    await this.#with.catalog.sources.delete([sourceId]);
    this.#with.crashAt?.('source-deregistered');
  }

  /** Gives away, releases or deletes what names the source now. @param waiting gets the sources that documents were kept out of the places of that were freed */
  async #settle(note: RemovalNote, waiting: Waiting): Promise<Settled> {
    const { source_id: source, keep_documents } = note;
    let [living, touched] = [0, 0];
    for await (const rows of gathered(this.#with.catalog.documents.list({ source }), BATCH)) {
      const own = await this.#shared.handOver(rows);
      const settled = keep_documents ? await this.#release(own, note) : await this.#delete(own, waiting);
      await this.#forgetDeleted(own);
      living += settled.living;
      touched += settled.touched;
    }
    return { living, touched };
  }

  /** Which files a person deleted, or were found to be no documents, is of this source's life alone: whoever adds it again wants all of them. */
  async #forgetDeleted(rows: readonly DocumentRecord[]): Promise<void> {
    const deleted = rows.filter(({ state, file }) => state === 'deleted' && file !== undefined);
    await this.#with.catalog.documents.changeMany(
      deleted.map((row) => ({
        key: rowKey(row),
        decide: (present) => {
          if (present?.state !== 'deleted' || present.version !== row.version) return { keep: true };
          const { file: _looks, error: _why, ...rest } = present;
          return { set: { ...rest, hash: '' } };
        },
      })),
    );
  }

  async #release(rows: readonly DocumentRecord[], note: RemovalNote): Promise<Settled> {
    await this.#with.catalog.documents.changeMany(
      rows.map((row) => ({
        key: rowKey(row),
        decide: (present) => (present?.source === row.source ? { set: leftBy(note, present) } : { keep: true }),
      })),
    );
    return { living: rows.length, touched: rows.length };
  }

  async #delete(rows: readonly DocumentRecord[], waiting: Waiting): Promise<Settled> {
    let [living, touched] = [0, 0];
    for (const [name, group] of groupBy(rows, (row) => row.collection)) {
      const collection = await this.#with.catalog.collections.get(name);
      // What stood in a removed collection is gone with it.
      if (collection === undefined || collection.removed) continue;
      living += group.filter(({ state }) => state !== 'deleted').length;
      touched += await this.#removal.remove(
        collection,
        group.map(({ key, version }) => ({ key, version, onlyVersion: true })),
      );
    }
    const by = rows[0]?.source ?? '';
    for (const source of await keptOutOf(this.#with.catalog, { by, places: rows })) waiting.set(source.id, source);
    return { living, touched };
  }
}
