import { accessFilter, allOf, type DeleteAnswer, type DeleteInput, type Filter, type Principal } from '@tributary/contracts';
import { mayRead, physicalName, unlessDown, type CollectionRecord, type DocumentMatch } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import { formatWriteToken } from '@tributary/kernel/ids';
import { selectAdopted, unwrittenDocuments } from '../adopted/select-adopted.js';
import { inBatches } from '../batching/in-batches.js';
import { requireNotFound } from '../collections/found-collections.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { DocumentRemoval, type Doomed } from '../documents/document-removal.js';
import { requireOwnDocuments } from '../sources/registering/source-rights.js';
import { datedInPart, notesOnDates } from './dates-in-part.js';
import { requireConfirmed, requireSafeFilter } from './delete-rules.js';
import { idsByCollection, type NamedDocuments } from './named-documents.js';
import { missingOf, notThere } from './not-there.js';
import { notesOnSources } from './of-sources.js';
import { unindexedDocuments } from './unindexed-documents.js';

type DeleteCollaborators = Pick<Collaborators, 'catalog' | 'engines' | 'clock' | 'adopted' | 'found' | 'crashAt'>;

interface DeleteContext {
  readonly principal: Principal;
  readonly signal: AbortSignal;
  /** The same where he may not take out what comes from sources of others; left out: anything he sees. */
  readonly writer?: Principal | undefined;
}

/** What goes from one collection: whole documents, by key, with the number of their chunks. */
interface Selection {
  readonly collection: CollectionRecord;
  readonly documents: ReadonlyMap<string, { readonly version: number; readonly chunks: number }>;
  /** What was asked for; left out: by filter. */
  readonly named?: NamedDocuments;
  /** By key, what stays since the dates that were asked for are those of some of its passages alone. */
  readonly inPart?: ReadonlySet<string>;
}

const IDS_PER_READ = 500;

/** Deletes whole documents by id or by filter, never more than the caller may see. A filter is held against what is searchable now:
 *  one passage that fits is enough, but of dates, which all passages must have. Ids also mean documents that are accepted and not indexed yet. */
export class DeleteDocuments {
  readonly #with: DeleteCollaborators;
  readonly #removal: DocumentRemoval;

  constructor(collaborators: DeleteCollaborators) {
    this.#with = collaborators;
    this.#removal = new DocumentRemoval(collaborators);
  }

  /** @returns how many documents and chunks went, or would go in a dry run
   *  @throws `ACCESS.DENIED`, `COLLECTION.NOT_FOUND`, `URI.INVALID`, `DELETE.COLLECTION_REQUIRED`, `DELETE.EMPTY_FILTER`, `DELETE.UNKNOWN_FIELD`, `DELETE.CONFIRM_REQUIRED` */
  async run(input: DeleteInput, { principal, signal, writer }: DeleteContext): Promise<DeleteAnswer> {
    const selections =
      input.filter === undefined ? await this.#byIds(input, principal) : [await this.#byFilter(input.filter, input, principal)];
    for (const { collection, documents } of selections)
      await requireOwnDocuments(this.#with.catalog, { collection: collection.name, keys: documents.keys() }, writer);
    const found = selections.flatMap(({ documents }) => [...documents.values()]);
    const chunks = found.reduce((sum, document) => sum + document.chunks, 0);
    const notes = [
      ...notThere(selections.flatMap(missingOf)),
      ...selections.flatMap(({ collection, inPart = new Set() }) => notesOnDates(collection.name, inPart)),
      ...(await notesOnSources(this.#with.catalog, selections)),
    ];
    const answer = { documents: found.length, chunks, dry_run: input.dry_run, ...(notes.length === 0 ? {} : { notes }) };
    if (input.dry_run) return answer;
    requireConfirmed(chunks, input.confirm);
    for (const { collection, documents } of selections) {
      signal.throwIfAborted();
      await this.#removal.remove(collection, [...documents].map(asDoomed));
    }
    // The engines have the tombstones by now: there is nothing to wait for.
    const token = formatWriteToken({ collections: Object.fromEntries(selections.map(({ collection }) => [collection.name, 0])) });
    return { ...answer, token };
  }

  async #byFilter(filter: Filter, { collection: name }: DeleteInput, principal: Principal): Promise<Selection> {
    if (name === undefined) throw permanent('DELETE.COLLECTION_REQUIRED', 'Say in `collection` where the filter is to delete.');
    const collection = await this.#visible(name, principal);
    return this.#asked(collection, () => this.#fitting(collection, filter, principal));
  }

  /** What the collection's engine is asked for before anything is deleted. */
  #asked({ engine }: CollectionRecord, select: () => Promise<Selection>): Promise<Selection> {
    return unlessDown(this.#with.engines.get(engine), select);
  }

  async #fitting(collection: CollectionRecord, filter: Filter, principal: Principal): Promise<Selection> {
    if (collection.adopted !== undefined) return this.#adoptedByFilter(collection, filter, principal);
    const seen = allOf([filter, accessFilter(principal)]) ?? {};
    const engine = this.#with.engines.get(collection.engine);
    const physical = physicalName(collection.name, collection.generation);
    await requireSafeFilter(filter, () => engine.count(physical, seen));
    const matches = await engine.findDocuments(physical, { filter: seen });
    const inPart = await datedInPart(engine, { collection: physical, filter, matches });
    return { collection, documents: byKey(matches.filter(({ key }) => !inPart.has(key))), inPart };
  }

  async #adoptedByFilter(collection: CollectionRecord, filter: Filter, principal: Principal): Promise<Selection> {
    const select = () => selectAdopted(this.#with, collection, { principal, filter });
    // Only its maker knows which fields there are.
    await requireSafeFilter(filter, async () => (await select()).size, { anyField: true });
    return { collection, documents: await select() };
  }

  async #byIds(input: DeleteInput, principal: Principal): Promise<readonly Selection[]> {
    const selections: Selection[] = [];
    for (const [name, named] of idsByCollection(input.ids ?? [], input.collection)) {
      const collection = await this.#visible(name, principal);
      selections.push(await this.#asked(collection, () => this.#named(collection, named, principal)));
    }
    return selections;
  }

  async #named(collection: CollectionRecord, named: NamedDocuments, principal: Principal): Promise<Selection> {
    // What waits is looked up first: a document that is indexed between the two looks is then found by both, never by none.
    if (collection.adopted !== undefined) {
      const unwritten = await unwrittenDocuments(this.#with, { collection, named, principal });
      const stored = await selectAdopted(this.#with, collection, { principal, named });
      return { collection, documents: new Map([...unwritten, ...stored]), named };
    }
    const unindexed = await unindexedDocuments(this.#with, { collection, named, principal });
    const engine = this.#with.engines.get(collection.engine);
    const physical = physicalName(collection.name, collection.generation);
    const documents = new Map(unindexed.map(({ key, version }) => [key, { version, chunks: 0 }]));
    for (const anyOfThem of conditionsFor(named)) {
      const filter = allOf([anyOfThem, accessFilter(principal)]) ?? anyOfThem;
      for (const [key, document] of byKey(await engine.findDocuments(physical, { filter }))) documents.set(key, document);
    }
    return { collection, documents, named };
  }

  /** What the caller may not read does not exist. */
  async #visible(name: string, principal: Principal): Promise<CollectionRecord> {
    const record = await this.#with.catalog.collections.get(name);
    if (record !== undefined && !record.removed && mayRead(principal, record)) return record;
    if (record === undefined || record.removed) await requireNotFound(this.#with, name, principal);
    throw permanent('COLLECTION.NOT_FOUND', `There is no collection ${name}: list_collections shows the ones there are.`, {
      category: 'not_found',
    });
  }
}

function* conditionsFor({ docIds, uuids }: NamedDocuments): Generator<Filter> {
  const documents = new Set([...docIds, ...uuids]);
  for (const ids of inBatches([...documents], IDS_PER_READ)) yield { must: [{ key: 'doc_id', match: { any: [...ids] } }] };
  for (const ids of inBatches([...uuids], IDS_PER_READ)) yield { must: [{ has_id: [...ids] }] };
}

function byKey(matches: readonly DocumentMatch[]): Map<string, { version: number; chunks: number }> {
  return new Map(matches.map(({ key, version, points }) => [key, { version, chunks: points }]));
}

function asDoomed([key, { version }]: readonly [string, { readonly version: number }]): Doomed {
  return { key, version, keepFile: true };
}
