import type { DocumentHeader, QueueData, QueueResult, embedChunksQueue } from '@tributary/contracts';
import { documentRecordKey, type CollectionRecord, type Engine } from '@tributary/engines-port';
import { hasCode, isAbort, permanent } from '@tributary/kernel';
import { skipped, type Skipped } from '@tributary/messaging-port';
import { AdoptedDocuments } from '../adopted/adopted-documents.js';
import { CoalescedTable } from '../batching/coalesced-table.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { endsItsProcess } from '../documents/ends-its-process.js';
import { CollectionModels, type Target } from './collection-models.js';
import { DocumentWriter } from './document-writer.js';
import { StagedParts, type EmbeddedPart } from './staged-parts.js';
import { movedChunkVectors, storedChunkVectors, type FindVector } from './stored-chunk-vectors.js';
import { vectorise } from './vectorise.js';

type Embed = QueueData<typeof embedChunksQueue>;
type Embedded = QueueResult<typeof embedChunksQueue> | Skipped;
type IndexCollaborators = Pick<
  Collaborators,
  'catalog' | 'engines' | 'providers' | 'common' | 'clock' | 'placement' | 'adopted' | 'countTokens' | 'crashAt'
>;

interface RunOptions {
  readonly signal: AbortSignal;
  readonly known?: Current;
  /** Whether processes ended in the job: then its document is not touched. */
  readonly isBlamed?: boolean;
}

/** A job's document as the catalog knows it now. */
interface Current {
  readonly collection: CollectionRecord;
  /** True when an earlier version may have left vectors to use again. */
  readonly hadChunks: boolean;
}

/** Embeds what is not embedded yet and writes the document once all its parts are there. */
export class IndexChunks {
  readonly #with: IndexCollaborators;
  readonly #rows;
  readonly #collections;
  readonly #ensure: EnsureCollection;
  readonly #models: CollectionModels;
  readonly #writer: DocumentWriter;
  readonly #staged: StagedParts;
  readonly #adopted: AdoptedDocuments;

  constructor(collaborators: IndexCollaborators) {
    const { catalog, engines } = collaborators;
    this.#with = collaborators;
    this.#rows = new CoalescedTable(catalog.documents);
    this.#collections = new CoalescedTable(catalog.collections);
    this.#ensure = new EnsureCollection(collaborators);
    this.#models = new CollectionModels(collaborators);
    this.#writer = new DocumentWriter({ ...collaborators, rows: this.#rows, collections: this.#collections, models: this.#models });
    this.#adopted = new AdoptedDocuments(collaborators);
    this.#staged = new StagedParts(engines.primary.records);
  }

  /** @param options `known`: what the caller has read just now; left out: it is read
   *  @returns how many chunks were embedded and how many taken over, or why nothing was to do: `superseded`, `unchanged` */
  async run(data: Embed, { signal, known, isBlamed = false }: RunOptions): Promise<Embedded> {
    const current = known ?? (await this.#current(data.document));
    if (typeof current === 'string') return this.#skip(data, current);
    if (isBlamed) throw endsItsProcess();
    try {
      return await this.#index(data, current, signal);
    } catch (error) {
      if (!hasCode(error, 'COLLECTION.NOT_FOUND') && !hasCode(error, 'COLLECTION.MOVED')) throw error;
    }
    // The collection was removed meanwhile, or takes writes elsewhere, too, or a crash came between its catalog row and its creation.
    const again = await this.#current(data.document);
    if (typeof again === 'string') return this.#skip(data, again);
    await this.#ensure.materialise(again.collection, { again: true });
    return this.#index(data, again, signal);
  }

  async #index(data: Embed, current: Current, signal: AbortSignal): Promise<Embedded> {
    const { document, part, chunks } = data;
    const { collection } = current;
    if (collection.adopted !== undefined) return this.#writeAdopted(data, collection, signal);
    const targets = await this.#models.targets(collection);
    if (part.count === 1) {
      const { vectors, embedded, reused } = await this.#embed(data, { current, targets, signal });
      const isWritten = await this.#writer.write({ collection, targets, document, parts: [{ chunks, vectors }] }, signal);
      return isWritten ? { embedded, reused } : skipped('superseded');
    }
    const counts = await this.#stage(data, { current, targets, signal });
    const parts = await this.#staged.all(document, part.count);
    if (parts === undefined) return counts;
    const isWritten = await this.#writer.write({ collection, targets, document, parts }, signal);
    await this.#staged.drop(document, part.count);
    return isWritten ? counts : skipped('superseded');
  }

  async #writeAdopted({ document, chunks }: Embed, record: CollectionRecord, signal: AbortSignal): Promise<Embedded> {
    const [chunk] = chunks;
    if (chunk === undefined) return skipped('superseded');
    const provider = await this.#models.ofAdopted(record);
    const { countTokens } = this.#with;
    const work = { provider, stored: () => undefined, isOwn: true, signal, countTokens };
    const { vectors, embedded, reused } = await vectorise([chunk], work);
    const [vector] = vectors;
    if (vector === undefined)
      throw permanent(
        'DOCUMENT.NOT_EMBEDDED',
        `The model ${provider.name} refuses this text, and ${record.name} keeps no point without a vector.`,
      );
    return (await this.#adopted.write({ record, document, chunk, vector }, signal)) ? { embedded, reused } : skipped('superseded');
  }

  async #stage(data: Embed, work: { current: Current; targets: readonly Target[]; signal: AbortSignal }) {
    const { document, part, chunks } = data;
    if (await this.#staged.has(document, part.index)) return { embedded: 0, reused: chunks.length };
    const { vectors, embedded, reused } = await this.#embed(data, work);
    await this.#staged.put(document, part.index, { chunks, vectors });
    this.#with.crashAt?.('part-staged');
    // Overtaken while it was embedded: what the newer version has dropped already must not stay behind it.
    if (typeof (await this.#current(document)) === 'string') await this.#staged.drop(document, part.count);
    return { embedded, reused };
  }

  async #embed(
    { document, chunks }: Embed,
    { current, targets, signal }: { current: Current; targets: readonly Target[]; signal: AbortSignal },
  ): Promise<Pick<EmbeddedPart, 'vectors'> & { embedded: number; reused: number }> {
    const vectors = new Map<string, readonly (Float32Array | undefined)[]>();
    const counts = { embedded: 0, reused: 0 };
    for (const { name, engine, provider, answers } of targets) {
      if (provider === undefined || vectors.has(provider.name)) continue;
      const stored = await this.#stored(this.#with.engines.get(engine), { name, document, hadChunks: current.hadChunks });
      const isOwn = provider.name === current.collection.card.model.name;
      const { countTokens } = this.#with;
      const result = await vectorise(chunks, { provider, stored, isOwn, signal, countTokens }).catch((error: unknown) => {
        // A generation being built holds nothing up: it misses this write, and is compared again.
        if (answers || isAbort(error)) throw error;
        return undefined;
      });
      if (result === undefined) continue;
      vectors.set(provider.name, result.vectors);
      counts.embedded += result.embedded;
      counts.reused += result.reused;
    }
    return { vectors, ...counts };
  }

  /** Vectors of the version before, or of the file's former place. */
  async #stored(
    engine: Engine,
    { name, document, hadChunks }: { readonly name: string; readonly document: DocumentHeader; readonly hadChunks: boolean },
  ): Promise<FindVector> {
    if (hadChunks) return storedChunkVectors(engine, name, document.doc_id);
    return document.vectors_from === undefined ? () => undefined : movedChunkVectors(engine, name, document);
  }

  /** The document as it stands, or why its job has nothing to do. */
  async #current(document: DocumentHeader): Promise<Current | 'superseded' | 'unchanged'> {
    const [collection, row] = await Promise.all([
      this.#collections.get(document.collection),
      this.#rows.get(documentRecordKey(document.collection, document.key)),
    ]);
    if (collection === undefined || collection.removed || collection.epoch !== document.epoch) return 'superseded';
    if (row?.version !== document.version || row.state === 'deleted') return 'superseded';
    if (row.hash !== '' && row.hash !== document.hash) return 'superseded';
    return row.state === 'indexed' ? 'unchanged' : { collection, hadChunks: row.chunks > 0 };
  }

  async #skip({ document, part }: Embed, reason: string): Promise<Skipped> {
    if (part.count > 1) await this.#staged.drop(document, part.count);
    return skipped(reason);
  }
}
