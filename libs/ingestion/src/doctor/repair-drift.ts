import { maintenanceQueue, syncQueueOf } from '@tributary/contracts';
import {
  accessOfRow,
  documentRecordKey,
  foundAgain,
  firstNumbers,
  generationNamed,
  givenVersion,
  lostVersion,
  physicalName,
  withSharer,
  type CollectionRecord,
  type DocumentFence,
  type DocumentRecord,
} from '@tributary/engines-port';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { nextVersion } from '../documents/document-version.js';
import { rowKey } from '../documents/row-key.js';
import { addDocumentJobs } from '../ingest-document/document-jobs.js';
import { DocumentRemoval } from '../documents/document-removal.js';
import type { EngineDocument, FoundDrift } from './found-drift.js';
import { takeOver, type Holder, type Untaken } from './take-over.js';

/** What a repair stands on. */
export type RepairCollaborators = Pick<
  Collaborators,
  'catalog' | 'engines' | 'queues' | 'providers' | 'clock' | 'adopted' | 'placement' | 'found'
>;

/** Mends differences between catalog and engine. Nothing that is there is thrown away but what was deleted or replaced before: a document without a
 *  row gets its row back, one without points is read again (docs/adr/0056-what-a-repair-may-do.md). */
export class RepairDrift {
  readonly #with: RepairCollaborators;
  readonly #removal: DocumentRemoval;
  readonly #ensure: EnsureCollection;

  constructor(collaborators: RepairCollaborators) {
    this.#with = collaborators;
    this.#removal = new DocumentRemoval(collaborators);
    this.#ensure = new EnsureCollection(collaborators);
  }

  /** Makes the repair durable; what has to be read or indexed again is queued. @returns documents that could not be taken over */
  async run(found: FoundDrift, signal: AbortSignal): Promise<readonly Untaken[]> {
    if (found.repair === 'take-over') return this.#takeOver(found.collection, found.holder, signal);
    await this.#mend(found);
    return [];
  }

  async #mend(found: Exclude<FoundDrift, { readonly repair: 'take-over' }>): Promise<void> {
    switch (found.repair) {
      case 'register':
        return this.#register(found.collection, found.document);
      case 'delete':
        return this.#deleteAgain(found.collection, found.document);
      case 'apply-delete':
        return this.#removal.apply(found.collection, [found.row]);
      case 'index-again':
        return this.#indexAgain(found.row, found.fence);
      case 'delete-row':
        return this.#followDelete(found.row, found.fence);
      case 'note':
        return this.#note(found.collection, found);
      case 'recount':
        return this.#recount(found.collection);
      case 'index-words':
        return this.#indexWords(found.collection);
      case 'create':
        return this.#ensure.materialise(found.collection, { again: true });
      case 'drop':
        return this.#with.engines.get(found.engine).dropCollection(found.name);
      case 'list':
        return this.#list(found.engine, found.name);
      case 'sync':
        return this.#sync(found.source);
      case 'by-hand':
        return;
    }
  }

  /** Adds what its own crash would have left to the sweep, too. */
  async sweep(): Promise<void> {
    await this.#with.queues.add(maintenanceQueue, { task: 'sweep' });
  }

  async #register(collection: CollectionRecord, { docId, key, fence, points }: EngineDocument): Promise<void> {
    const { catalog, clock } = this.#with;
    const payload = await this.#payloadOf(collection, docId);
    const { title = '', source: label = '' } = payload ?? {};
    const now = clock.now();
    const source = await this.#sourceCalled(label);
    const row: DocumentRecord = {
      v: 1,
      collection: collection.name,
      key,
      doc_id: docId,
      version: fence.version,
      hash: fence.hash,
      state: 'indexed',
      source,
      ...(source === '' && label !== '' ? { left: { source: '' } } : {}),
      epoch: collection.epoch,
      chunks: points,
      title,
      ...(payload === undefined ? {} : { access: accessOfRow(payload) }),
      accepted_at: now,
      indexed_at: now,
    };
    await catalog.documents.change(rowKey(row), (present) => (present === undefined ? { set: row } : { keep: true }));
  }

  async #sync(id: string): Promise<void> {
    const source = await this.#with.catalog.sources.get(id);
    if (source !== undefined) await this.#with.queues.add(syncQueueOf(source.kind), { source_id: id });
  }

  async #sourceCalled(label: string): Promise<string> {
    if (label === '') return '';
    for await (const { id, name } of this.#with.catalog.sources.list()) if (name === label) return id;
    return '';
  }

  /** The tombstone is raised above what the engine has, and brought there again. */
  async #deleteAgain(collection: CollectionRecord, { key, fence }: EngineDocument): Promise<void> {
    const now = this.#with.clock.now();
    const row = await this.#with.catalog.documents.change(documentRecordKey(collection.name, key), (present) => {
      if (present?.state !== 'deleted') return { keep: true };
      const { indexed_at: _applied, ...rest } = present;
      return { set: { ...rest, version: nextVersion(now, Math.max(present.version, fence.version)) } };
    });
    if (row?.state === 'deleted') await this.#removal.apply(collection, [row]);
  }

  async #indexAgain(row: DocumentRecord, fence: DocumentFence | undefined): Promise<void> {
    const { catalog, clock } = this.#with;
    const now = clock.now();
    const last = Math.max(row.version, fence?.version ?? 0);
    const version = nextVersion(now, last);
    const changed = await catalog.documents.change(rowKey(row), (present) => {
      if (present?.version !== row.version || present.state !== 'indexed') return { keep: true };
      if (present.file === undefined) {
        // Where the engine remembers the version whose points it lost, it would take it for written.
        const next = fence !== undefined && fence.version >= last ? last + 1 : last;
        return {
          set: {
            ...present,
            version: next,
            lost: last === present.version ? givenVersion(present) : last,
            hash: '',
            state: 'failed',
            error: LOST,
          },
        };
      }
      const { indexed_at: _before, lost: _own, ...rest } = present;
      return { set: { ...rest, version, hash: '', state: 'accepted', accepted_at: now, sequence: now } };
    });
    if (changed?.state === 'accepted') await addDocumentJobs(this.#with, [changed]);
  }

  async #followDelete(row: DocumentRecord, fence: DocumentFence | undefined): Promise<void> {
    const now = this.#with.clock.now();
    await this.#with.catalog.documents.change(rowKey(row), (present) => {
      if (fence === undefined || present?.version !== row.version || present.state !== 'indexed') return { keep: true };
      return { set: { ...present, version: fence.version, state: 'deleted', hash: '', title: '', chunks: 0, indexed_at: now } };
    });
  }

  /** Whose the newer version is, and who may read it, is noted with it. */
  async #note(collection: CollectionRecord, { row, document }: { readonly row: DocumentRecord; readonly document: EngineDocument }) {
    const { docId, fence, points } = document;
    const { version, hash } = fence;
    const payload = row.file === undefined || row.access !== undefined ? await this.#payloadOf(collection, docId) : undefined;
    const access = payload && accessOfRow(payload);
    await this.#with.catalog.documents.change(rowKey(row), (present) =>
      present?.version === row.version && (present.state === 'indexed' || lostVersion(present) !== undefined)
        ? {
            set: {
              ...foundAgain(present, { version, hash, chunks: points }),
              ...(access === undefined ? {} : { access: withSharer(access, present.access) }),
            },
          }
        : { keep: true },
    );
  }

  /** Of any passage that is left of a document: they say the same of it. */
  async #payloadOf({ engine, name, generation }: CollectionRecord, docId: string) {
    const [passage] = await this.#with.engines.get(engine).read(physicalName(name, generation), { docId });
    return passage?.payload;
  }

  async #takeOver(record: CollectionRecord, holder: Holder, signal: AbortSignal): Promise<readonly Untaken[]> {
    await this.#ensure.materialise(record, { again: true });
    return takeOver(this.#with, { record, holder }, signal);
  }

  async #recount({ engine, name, generation }: CollectionRecord): Promise<void> {
    await this.#with.engines.get(engine).recount?.(physicalName(name, generation), { mend: true });
  }

  async #indexWords({ engine, name, generation }: CollectionRecord): Promise<void> {
    await this.#with.engines.get(engine).indexWords?.(physicalName(name, generation), { mend: true });
  }

  /** For which users it was made only the row knew: until a grant names it, it is nobody's but the owner's. */
  async #list(engine: string, physical: string): Promise<void> {
    const { name, generation } = generationNamed(physical) ?? {};
    const held = await this.#with.engines.get(engine).getCollection(physical);
    if (name === undefined || generation === undefined || held === undefined) return;
    const { card } = held;
    const { epoch } = await firstNumbers(this.#with.catalog);
    await this.#with.catalog.collections.change(name, (present) =>
      present === undefined
        ? { set: { v: 1, name, engine, card, generation, building: [], epoch, users: [], removed: false } }
        : { keep: true },
    );
  }
}

const LOST = {
  code: 'DOCUMENT.POINTS_LOST',
  message: 'The engine lost its points, and its text was nowhere else: hand it in again; its version may be the same.',
};
