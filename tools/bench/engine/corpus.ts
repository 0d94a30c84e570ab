import { Card } from '@tributary/contracts';
import type { DocumentWrite, NominateRequest, Point } from '@tributary/engines-port';
import { chunkOriginalId, documentId, md5Uuid, sha256Hex } from '@tributary/kernel/ids';
import { analyseChunk, parseQuery } from '@tributary/ranking';
import { SeededRandom } from '@tributary/testing';

export const DIMENSION = 256;
export const CHUNKS_PER_DOCUMENT = 8;
export const card = Card.parse({ model: { name: 'static', dimension: DIMENSION }, created_at: '2026-01-01T00:00:00Z' });

const WORDS_PER_CHUNK = 69;
const CENTRES = 200;
const SYLLABLES =
  'ba be bi bo con de den dis en er es ex fi for ge gra hel in ing is ka ker la le lo ma men mi mo na ne no on or pa per po pre pro ra re ri ro sa se si so sta ta te ter ti to tra tu un va ve vi'.split(
    ' ',
  );

/** A query with the plain words of it. */
export interface AskedQuery {
  readonly request: NominateRequest;
  readonly words: readonly string[];
}

/** Made-up documents whose vectors form clusters and whose words are spread like those of real documentation and code (100,000 chunks: 42 distinct
 *  terms of 69 words a chunk, 50,000 words in the first 20,000 chunks, 130,000 in all). */
export class Corpus {
  readonly #random: SeededRandom;
  readonly #centres: readonly Float32Array[];
  #made = 0;
  /** Ranks of the words the present document has used. */
  #topic: readonly number[] = [];

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    this.#centres = Array.from({ length: CENTRES }, () => this.#noise(1));
  }

  /** The next document of a collection. */
  document(collection: string): DocumentWrite {
    const n = this.#made++;
    const key = `folder/path-${(n % 97).toString()}/document-${n.toString()}.md`;
    const docId = documentId(collection, key);
    this.#topic = [];
    const heading = this.#text(4);
    const centre = this.#centres[this.#random.below(CENTRES)] ?? new Float32Array(DIMENSION);
    const points = Array.from({ length: CHUNKS_PER_DOCUMENT }, (_, chunk) =>
      this.#point({ collection, key, docId, chunk, heading, centre }),
    );
    return { collection, docId, key, version: 1, hash: sha256Hex(key), points };
  }

  /** A query as federation asks it: all lanes, 2 to 8 words, one of them misspelt in every third. */
  query(collection: string): NominateRequest {
    return this.askedQuery(collection).request;
  }

  askedQuery(collection: string): AskedQuery {
    const text = this.#text(2 + this.#random.below(7));
    const { terms } = parseQuery(text);
    const centre = this.#centres[this.#random.below(CENTRES)] ?? new Float32Array(DIMENSION);
    const vector = this.#near(centre);
    const words = this.#random.below(3) === 0 ? [text.split(' ')[0]?.replace(/.$/, 'x') ?? ''] : [];
    const request: NominateRequest = {
      collection,
      lanes: ['semantic', 'keyword', 'fuzzy'],
      limit: 100,
      terms,
      words,
      vector,
      common: vector,
    };
    return { request, words: [...new Set(text.split(' '))] };
  }

  #point(at: { collection: string; key: string; docId: string; chunk: number; heading: string; centre: Float32Array }): Point {
    const originalId = chunkOriginalId(at);
    const content = this.#text(WORDS_PER_CHUNK / 2 + this.#random.below(WORDS_PER_CHUNK));
    const { terms, words } = analyseChunk({ heading: at.heading, content });
    const vector = this.#near(at.centre);
    return {
      id: md5Uuid(originalId),
      payload: {
        original_id: originalId,
        doc_id: at.docId,
        doc_version: 1,
        title: at.heading,
        source: 'bench',
        path: at.key,
        lang: ['md', 'ts', 'py', 'rs'][at.chunk % 4] ?? 'md',
        type: at.chunk % 7 === 0 ? 'code' : 'doc',
        chunk_type: 'section',
        range: { start: [at.chunk * 10 + 1, 1], end: [at.chunk * 10 + 10, 40] },
        chunk_index: at.chunk,
        total_chunks: CHUNKS_PER_DOCUMENT,
        content,
        hash: sha256Hex(content),
        tags: [`tag-${(this.#made % 50).toString()}`],
        modified_at: new Date(1_700_000_000_000 + this.#made * 60_000).toISOString(),
        indexed_at: '2026-01-01T00:00:00Z',
      },
      vector,
      features: { terms, words, common: vector },
    };
  }

  #text(words: number): string {
    const ranks: number[] = [];
    while (ranks.length < words) {
      const choice = this.#random.next();
      const source = choice < 0.25 ? ranks : choice < 0.35 ? this.#topic : [];
      ranks.push(source[this.#random.below(source.length)] ?? this.#rank());
    }
    this.#topic = [...this.#topic, ...ranks].slice(-500);
    return ranks.map(wordOf).join(' ');
  }

  /** The rank of a word in the language: mostly of its 8,000 commonest, with a long tail. */
  #rank(): number {
    return Math.floor((this.#random.next() < 0.16 ? 400_000 : 8_000) ** this.#random.next());
  }

  #near(centre: Float32Array): Float32Array {
    const noise = this.#noise(0.8);
    const vector = centre.map((x, i) => x + (noise[i] ?? 0));
    const length = Math.hypot(...vector);
    return vector.map((x) => x / length);
  }

  #noise(size: number): Float32Array {
    return Float32Array.from({ length: DIMENSION }, () => (this.#random.next() - 0.5) * size);
  }
}

/** A pronounceable word for each rank. */
function wordOf(rank: number): string {
  const syllables: string[] = [];
  let rest = rank;
  do {
    syllables.push(SYLLABLES[rest % SYLLABLES.length] ?? '');
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return syllables.join('');
}
