import type { DocumentHeader } from '@tributary/contracts';
import { embedTolerantly, embeddedPassage } from '@tributary/embedding-port';
import { permanent } from '@tributary/kernel';
import {
  documentRecordKey,
  noteGap,
  type Catalog,
  type CollectionRecord,
  type DocumentFence,
  type DocumentRecord,
  type WriteOutcome,
} from '@tributary/engines-port';
import { ChunkAnalysis } from '../analysis/chunk-analysis.js';
import type { CoalescedTable } from '../batching/coalesced-table.js';
import type { Collaborators } from '../collaborators/collaborators.js';
import { markIndexed } from '../documents/document-transitions.js';
import { buildPoints } from './build-points.js';
import type { CollectionModels, Target } from './collection-models.js';
import type { EmbeddedPart } from './staged-parts.js';
import { writeToPlaces } from '../places/write-to-places.js';

interface WriterCollaborators extends Pick<Collaborators, 'engines' | 'common' | 'clock' | 'crashAt'> {
  readonly collections: Pick<CoalescedTable<typeof CollectionRecord>, 'get' | 'change'>;
  readonly rows: CoalescedTable<typeof DocumentRecord>;
  readonly catalog: Pick<Catalog, 'gaps'>;
  readonly models: CollectionModels;
}

interface WholeDocument {
  readonly collection: CollectionRecord;
  readonly targets: readonly Target[];
  readonly document: DocumentHeader;
  /** All of them, in order. */
  readonly parts: readonly EmbeddedPart[];
}

/** Writes whole document versions: the points under the engine's fence, then the catalog row. */
export class DocumentWriter {
  readonly #with: WriterCollaborators;
  readonly #analysis = new ChunkAnalysis();

  constructor(collaborators: WriterCollaborators) {
    this.#with = collaborators;
  }

  /** May be repeated: a version that is there already is only noted. @returns false when a newer version or a delete was there
   *  @throws `COLLECTION.MOVED` when the collection began to take writes elsewhere meanwhile: write again */
  async write(whole: WholeDocument, signal: AbortSignal): Promise<boolean> {
    const outcome = await this.#writePoints(whole, signal);
    this.#with.crashAt?.('document-written');
    const { collection, key } = whole.document;
    const now = this.#with.clock.now();
    if (outcome.outcome === 'superseded') {
      await this.#with.rows.change(documentRecordKey(collection, key), yieldTo(outcome.by, whole.document, now));
      return false;
    }
    await this.#noteGaps(whole);
    const { version, hash, title, notes, read_by } = whole.document;
    const chunks = whole.parts.reduce((sum, part) => sum + part.chunks.length, 0);
    await this.#with.rows.change(documentRecordKey(collection, key), markIndexed({ version, hash, title, chunks, notes, read_by, now }));
    this.#with.crashAt?.('document-indexed');
    return true;
  }

  /** Before the row says that the version is there, so that nobody forgets what it lacks. */
  async #noteGaps({ targets, document: { collection, key, version }, parts }: WholeDocument): Promise<void> {
    for (const { answers, generation, provider } of targets) {
      const model = provider?.name ?? '';
      if (!answers && !parts.every(({ vectors }) => vectors.has(model))) continue;
      const passages = parts.reduce((sum, { chunks, vectors }) => sum + chunks.length - countVectors(vectors.get(model)), 0);
      if (passages > 0) await noteGap(this.#with.catalog, { collection, key, version, generation, passages });
    }
  }

  async #writePoints({ collection, targets, document, parts }: WholeDocument, signal: AbortSignal): Promise<WriteOutcome> {
    const chunks = parts.flatMap((part) => part.chunks);
    const vectorsOf = (model: string) => parts.flatMap((part) => part.vectors.get(model) ?? []);
    const { common: commonModel, models, clock } = this.#with;
    const isOwn = targets.some(({ provider }) => provider === commonModel) && parts.every(({ vectors }) => vectors.has(commonModel.name));
    const texts = isOwn ? [] : chunks.map(embeddedPassage);
    const common = isOwn ? vectorsOf(commonModel.name) : await embedTolerantly(commonModel, texts, { signal });
    const zero = new Float32Array((await models.describe(commonModel)).dimension);
    const analysed = await this.#analysis.analyse(chunks);
    const indexedAt = new Date(clock.now()).toISOString();
    this.#with.crashAt?.('document-embedded');
    const { doc_id: docId, key, version, hash } = document;
    return writeToPlaces(this.#with, { collection: collection.name, places: targets, signal }, ({ name, answers, provider }, engine) => {
      const model = provider?.name ?? '';
      if (!answers && !parts.every(({ vectors }) => vectors.has(model))) throw notEmbedded(name);
      const points = buildPoints(document, { chunks, analysed, vectors: vectorsOf(model), common, zero, indexedAt });
      return engine.writeDocument({ collection: name, docId, key, version, hash, points }, { signal });
    });
  }
}

function countVectors(vectors: readonly (Float32Array | undefined)[] = []): number {
  return vectors.filter((vector) => vector !== undefined).length;
}

/** A generation being built gets a document with its vectors or, when it is compared again, later. */
function notEmbedded(name: string) {
  return permanent('EMBEDDER.UNAVAILABLE', `The model of ${name} made no vectors for this document.`);
}

/** A row that claims this version learns what the engine knows better: a newer version, or that the document is deleted. */
function yieldTo(by: DocumentFence, document: DocumentHeader, now: number) {
  return (present: DocumentRecord | undefined) => {
    if (present?.version !== document.version || present.state === 'deleted' || present.state === 'indexed') return { keep: true as const };
    const { pending: _overtaken, said: _told, error: _past, lost: _own, ...rest } = present;
    const known = { ...rest, version: by.version, indexed_at: now };
    return {
      set: by.deleted
        ? { ...known, state: 'deleted' as const, hash: '', title: '', chunks: 0 }
        : { ...known, state: 'indexed' as const, hash: by.hash },
    };
  };
}
