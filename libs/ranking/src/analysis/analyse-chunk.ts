import { eachRunOfTokens } from './tokens.js';

/** Name and version of this analysis, as cards record it. Another version means another index. */
export const ANALYSER = 'tributary@1';

/** Terms of a chunk, sorted by id without repeats: three parallel arrays. */
export interface ChunkTerms {
  readonly ids: Uint32Array;
  /** Occurrences in the content, at most 255. */
  readonly body: Uint8Array;
  /** Occurrences in the title path, at most 255. */
  readonly title: Uint8Array;
  /** Tokens of content and title path together. */
  readonly length: number;
}

const MAX_COUNT = 255;
const MIN_VOCABULARY_WORD = 2;
const MAX_VOCABULARY_WORD = 64;
const LETTER = /\p{L}/u;

/** The terms of a chunk for the keyword lane, and its distinct words (lower case, unstemmed, 2 to 64 letters, no numbers) for the vocabulary. */
export function analyseChunk({ heading, content }: { readonly heading: string; readonly content: string }): {
  readonly terms: ChunkTerms;
  readonly words: readonly string[];
} {
  const words = new Set<string>();
  const body = count(content, words);
  const title = count(heading, words);
  return {
    terms: { ...align(body.counts, title.counts), length: body.length + title.length },
    words: [...words].filter(isVocabulary),
  };
}

function count(text: string, words: Set<string>): { readonly counts: Map<number, number>; readonly length: number } {
  const counts = new Map<number, number>();
  let length = 0;
  eachRunOfTokens(text, (tokens, isWord) => {
    length += tokens.length;
    for (const { id, word } of tokens) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
      if (isWord) words.add(word);
    }
  });
  return { counts, length };
}

function align(body: ReadonlyMap<number, number>, title: ReadonlyMap<number, number>): Omit<ChunkTerms, 'length'> {
  const ids = Uint32Array.from(new Set([...body.keys(), ...title.keys()])).sort();
  const countsIn = (counts: ReadonlyMap<number, number>) => Uint8Array.from(ids, (id) => Math.min(MAX_COUNT, counts.get(id) ?? 0));
  return { ids, body: countsIn(body), title: countsIn(title) };
}

function isVocabulary(word: string): boolean {
  return word.length >= MIN_VOCABULARY_WORD && word.length <= MAX_VOCABULARY_WORD && LETTER.test(word);
}
