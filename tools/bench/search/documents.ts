import type { DocumentWrite, Point } from '@tributary/engines-port';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { physicalName } from '@tributary/engines-port';
import { documentNames, encodeDocumentKey } from '@tributary/kernel';
import { chunkOriginalId, documentId, md5Uuid, sha256Hex } from '@tributary/kernel/ids';
import { analyseChunk, withNameTerms } from '@tributary/ranking';
import { SeededRandom } from '@tributary/testing';
import type { CorpusFile } from './corpus.ts';

/** Shares of the chunks that carry a tag, in thousandths. */
export const SHARES = { half: 500, tenth: 100, hundredth: 10, thousandth: 1 } as const;
const TAGS = ['half', 'tenth', 'hundredth', 'thousandth'] as const;

/** A file ready to be written: everything but the names that depend on its collection. */
export interface PreparedFile extends CorpusFile {
  readonly features: readonly ReturnType<typeof analyseChunk>[];
  readonly vectors: readonly Float32Array[];
  /** 0–999 for each chunk: those below a share are what its filter admits. */
  readonly shares: readonly number[];
}

/** Embeds and analyses files as ingest does. */
export class Preparation {
  readonly #model = new StaticEmbeddingProvider();
  readonly #random: SeededRandom;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
  }

  prepare(file: CorpusFile): PreparedFile {
    const names = documentNames({ ...file, source: '' });
    return {
      ...file,
      features: file.chunks.map(({ heading, content }, at) => {
        const { terms, words } = analyseChunk({ heading, content });
        return { words, terms: at === 0 ? withNameTerms(terms, names) : terms };
      }),
      vectors: this.#model.embedSync(file.chunks.map(({ heading, content }) => `${heading}\n${content}`)),
      shares: file.chunks.map(() => this.#random.below(1_000)),
    };
  }
}

/** The file as a document of a collection; `key` lets the same text stand in it several times. */
export function documentOf(file: PreparedFile, collection: string, key = encodeDocumentKey(file.path)): DocumentWrite {
  const docId = documentId(collection, key);
  const points = file.chunks.map((_, at) => pointOf(file, { collection, key, docId, at }));
  return { collection: physicalName(collection, 1), docId, key, version: 1, hash: sha256Hex(key), points };
}

function pointOf(
  file: PreparedFile,
  { collection, key, docId, at }: { readonly collection: string; readonly key: string; readonly docId: string; readonly at: number },
): Point {
  const chunk = file.chunks[at];
  const vector = file.vectors[at];
  const features = file.features[at];
  if (chunk === undefined || vector === undefined || features === undefined) throw new RangeError('A file has fewer chunks than that.');
  const originalId = chunkOriginalId({ collection, key, chunk: chunk.n });
  const share = file.shares[at] ?? 0;
  return {
    id: md5Uuid(originalId),
    payload: {
      original_id: originalId,
      doc_id: docId,
      doc_version: 1,
      title: file.title,
      heading: chunk.heading,
      source: 'bench',
      path: file.path,
      type: file.type,
      chunk_type: chunk.chunk_type,
      range: chunk.range,
      chunk_index: chunk.n,
      total_chunks: file.chunks.length,
      content: chunk.content,
      hash: sha256Hex(chunk.content),
      tags: TAGS.filter((tag) => share < SHARES[tag]),
      indexed_at: '2026-01-01T00:00:00Z',
    },
    vector,
    features: { ...features, common: vector },
  };
}
