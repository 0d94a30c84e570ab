import type { CallOptions, CollectionRecord, Engines, ForeignPoint } from '@tributary/engines-port';
import { hasCode } from '@tributary/kernel';
import { ANALYSER, analyseChunk } from '@tributary/ranking';
import { TextFeatures, type CommonModel } from '../analysis/text-features.js';
import { adoptedParts, type AdoptedParts } from './adopted-parts.js';
import { foreignDocument, foreignTextOf } from './foreign-documents.js';
import { madeOf } from './side-index-record.js';

interface AdoptedWriterOptions {
  readonly engines: Engines;
  readonly common: CommonModel;
}

/** Writes into adopted collections: into the engine first, into the index of their words second. Whoever dies in between repeats the write. */
export class AdoptedWriter {
  readonly #engines: Engines;
  readonly #texts: TextFeatures;

  constructor({ engines, common }: AdoptedWriterOptions) {
    this.#engines = engines;
    this.#texts = new TextFeatures(analyseChunk, common);
  }

  /** In the layout of the collection's maker. @throws what the engines throw */
  async write(record: CollectionRecord, point: ForeignPoint, options: CallOptions = {}): Promise<void> {
    const parts = this.#parts(record);
    await parts.foreign.upsert(parts.place.collection, [point], options);
    await whereIndexed(() => this.#index(parts, record, { point, options }));
  }

  async remove(record: CollectionRecord, ids: readonly string[], options: CallOptions = {}): Promise<void> {
    const { foreign, side, place } = this.#parts(record);
    const { collection } = place;
    await foreign.delete(collection, ids, options);
    await whereIndexed(async () => {
      const fences = await side.fences(collection, ids, options);
      const documents = ids.flatMap((id, at) => {
        const fence = fences[at];
        return fence === undefined || fence.deleted ? [] : [{ docId: id, key: id, version: fence.version + 1 }];
      });
      if (documents.length > 0) await side.delete({ collection, documents }, options);
    });
  }

  async #index(
    { side, place, fields }: AdoptedParts,
    { card }: CollectionRecord,
    { point, options }: { readonly point: ForeignPoint; readonly options: CallOptions },
  ): Promise<void> {
    const { collection } = place;
    const text = foreignTextOf(point, { fields, collection, made: madeOf(ANALYSER, card) });
    const [fence] = await side.fences(collection, [point.id], options);
    const [features] = await this.#texts.make([text], options.signal);
    if (features) await side.write(foreignDocument(place, text, { version: (fence?.version ?? 0) + 1, features }), options);
  }

  #parts(record: CollectionRecord): AdoptedParts {
    return adoptedParts({ engine: this.#engines.get(record.engine), primary: this.#engines.primary, record });
  }
}

/** Where the index was not begun yet, its first reading will find the point. */
async function whereIndexed(index: () => Promise<void>): Promise<void> {
  try {
    await index();
  } catch (error) {
    if (!hasCode(error, 'COLLECTION.NOT_FOUND')) throw error;
  }
}
