import { passesFence, type CallOptions, type DocumentMatch, type Engine } from '@tributary/engines-port';
import type { TextFeatures } from '../analysis/text-features.js';
import type { SideCollections } from './side-collections.js';

/** Documents whose versions are asked for at a time. */
const DOCUMENTS_AT_ONCE = 500;

/** A collection of an engine and the index of its words. */
interface Halves {
  readonly engine: Engine;
  readonly side: SideCollections;
  readonly collection: string;
}

/** A document, and the version of it that the engine has. */
interface LackingWords {
  readonly docId: string;
  readonly key: string;
  readonly version: number;
  readonly hash: string;
}

/** Documents the index does not know, or only in an older version. Those that look so are looked at twice: a write reaches the engine first. */
export async function findLackingWords(halves: Halves, options: CallOptions): Promise<readonly LackingWords[]> {
  const documents = await halves.engine.findDocuments(halves.collection, {}, options);
  return among(await among(documents, halves, options), halves, options);
}

/** Indexes the words of these documents as their points stand; the index is made where there is none. */
export async function indexWords(
  lacking: readonly LackingWords[],
  { engine, side, collection, texts }: Halves & { readonly texts: TextFeatures },
  options: CallOptions,
): Promise<void> {
  if (lacking.length > 0 && (await side.get(collection, options)) === undefined) await side.create(collection, options);
  for (const document of lacking) {
    options.signal?.throwIfAborted();
    const points = await engine.read(collection, { docId: document.docId }, options);
    const made = await texts.ofPoints(points, options.signal);
    const indexed = points.flatMap((point, i) => {
      const features = made[i];
      return features ? [{ ...point, features }] : [];
    });
    // One that was replaced meanwhile has been indexed by its writer.
    if (points.every(({ payload }) => payload.doc_version === document.version))
      await side.write({ ...document, collection, points: indexed }, options);
  }
}

async function among(
  documents: readonly Pick<DocumentMatch, 'docId' | 'key'>[],
  { engine, side, collection }: Halves,
  options: CallOptions,
): Promise<readonly LackingWords[]> {
  const isThere = (await side.get(collection, options)) !== undefined;
  const lacking: LackingWords[] = [];
  for (let from = 0; from < documents.length; from += DOCUMENTS_AT_ONCE) {
    const some = documents.slice(from, from + DOCUMENTS_AT_ONCE);
    const ids = some.map(({ docId }) => docId);
    const proper = await engine.fences(collection, ids, options);
    const words = isThere ? await side.fences(collection, ids, options) : [];
    some.forEach(({ docId, key }, i) => {
      const fence = proper[i];
      if (fence === undefined || fence.deleted || !passesFence(words[i], fence)) return;
      lacking.push({ docId, key, version: fence.version, hash: fence.hash });
    });
  }
  return lacking;
}
