import type { CardFields } from '@tributary/contracts';
import type { CallOptions, DocumentFence, ForeignCollections, ForeignReader } from '@tributary/engines-port';
import { sha256Hex } from '@tributary/kernel/ids';
import type { TextFeatures } from '../analysis/text-features.js';
import type { SideCollections } from '../engine/side-collections.js';
import { foreignDocument, foreignTextOf, placesOfText, type ForeignPlace, type ForeignText } from './foreign-documents.js';

/** Points read, analysed and written at a time. */
const PAGE = 128;

export interface ForeignPassParts {
  readonly place: ForeignPlace;
  readonly foreign: ForeignCollections;
  readonly reader: ForeignReader;
  readonly side: SideCollections;
  readonly texts: TextFeatures;
  readonly fields: CardFields;
  readonly made: string;
}

/** What a page of a foreign collection came to. */
interface PageOutcome {
  readonly seen: number;
  readonly changed: number;
  readonly next?: string;
}

/** Brings the index of a foreign collection in step with it, page by page; what did not change is not written again. */
export class ForeignPass {
  readonly #parts: ForeignPassParts;

  constructor(parts: ForeignPassParts) {
    this.#parts = parts;
  }

  /** Reads the page after `after` and indexes what is new or has another text. */
  async page(after: string | undefined, options: CallOptions): Promise<PageOutcome> {
    const { side, place } = this.#parts;
    const { collection } = place;
    const { texts, next } = await this.#texts(after, options);
    const fences = await side.fences(
      collection,
      texts.map(({ id }) => id),
      options,
    );
    const changed = texts.flatMap((text, i) => (isIndexed(text, fences[i]) ? [] : [{ text, version: (fences[i]?.version ?? 0) + 1 }]));
    await this.#index(changed, options);
    return { seen: texts.length, changed: changed.length, ...(next === undefined ? {} : { next }) };
  }

  /** What can be seen of the collection without reading it through: the same means that it probably did not change. */
  async sign(options: CallOptions): Promise<string> {
    const { foreign, place } = this.#parts;
    const [described, first] = await Promise.all([foreign.inspect(place.collection, options), this.#texts(undefined, options)]);
    const seen = [described?.points, described?.revision, first.texts.map(({ id, hash }) => [id, hash])];
    return sha256Hex(JSON.stringify(seen));
  }

  /** Takes points out of the index that are in the collection no more. @returns how many */
  async sweep(options: CallOptions): Promise<number> {
    const { side, reader, place } = this.#parts;
    const { collection } = place;
    let vanished = 0;
    for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const { points, next } = await side.scroll({ collection, limit: PAGE, ...(after === undefined ? {} : { after }) }, options);
      const ids = points.map(({ payload }) => payload.doc_id);
      const present = new Set((await reader.signals({ ids, terms: [] }, options)).map(({ id }) => id));
      const gone = points.filter(({ payload }) => !present.has(payload.doc_id));
      const documents = gone.map(({ payload: { doc_id, doc_version } }) => ({ docId: doc_id, key: doc_id, version: doc_version + 1 }));
      if (documents.length > 0) await side.delete({ collection, documents }, options);
      vanished += gone.length;
      after = next;
    }
    return vanished;
  }

  async #texts(
    after: string | undefined,
    options: CallOptions,
  ): Promise<{ readonly texts: readonly ForeignText[]; readonly next?: string }> {
    const { foreign, fields, made, place } = this.#parts;
    const { collection } = place;
    const wanted = { collection, limit: PAGE, vectors: false, places: placesOfText(fields) };
    const { points, next } = await foreign.scroll({ ...wanted, ...(after === undefined ? {} : { after }) }, options);
    const texts = points.map((point) => foreignTextOf(point, { fields, collection, made }));
    return { texts, ...(next === undefined ? {} : { next }) };
  }

  async #index(changed: readonly { readonly text: ForeignText; readonly version: number }[], options: CallOptions): Promise<void> {
    const { side, texts, place } = this.#parts;
    const made = await texts.make(
      changed.map(({ text }) => text),
      options.signal,
    );
    await Promise.all(
      changed.flatMap(({ text, version }, i) => {
        const features = made[i];
        return features ? [side.write(foreignDocument(place, text, { version, features }), options)] : [];
      }),
    );
  }
}

function isIndexed({ hash }: ForeignText, fence: DocumentFence | undefined): boolean {
  return fence !== undefined && !fence.deleted && fence.hash === hash;
}
