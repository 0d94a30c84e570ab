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
/** Both counts of a term share one number: this many body occurrences fit below one title occurrence. */
const IN_BODY = 1;
const IN_TITLE = 2 ** 24;
const MIN_VOCABULARY_WORD = 2;
const MAX_VOCABULARY_WORD = 64;
const LETTER = /\p{L}/u;

/** The terms of a chunk for the keyword lane, and its distinct words (lower case, unstemmed, 2 to 64 letters, no numbers) for the vocabulary. */
export function analyseChunk({ heading, content }: { readonly heading: string; readonly content: string }): {
  readonly terms: ChunkTerms;
  readonly words: readonly string[];
} {
  const words = new Set<string>();
  const counts = new Map<number, number>();
  const count = (text: string, unit: number) => {
    let length = 0;
    eachRunOfTokens(text, (tokens, isWord) => {
      length += tokens.length;
      for (const { id, word } of tokens) {
        counts.set(id, (counts.get(id) ?? 0) + unit);
        if (isWord) words.add(word);
      }
    });
    return length;
  };
  const length = count(content, IN_BODY) + count(heading, IN_TITLE);
  return { terms: { ...inOrder(counts), length }, words: [...words].filter(isVocabulary) };
}

function inOrder(counts: ReadonlyMap<number, number>): Omit<ChunkTerms, 'length'> {
  const ids = new Uint32Array(counts.keys()).sort();
  const body = new Uint8Array(ids.length);
  const title = new Uint8Array(ids.length);
  ids.forEach((id, at) => {
    const both = counts.get(id) ?? 0;
    body[at] = Math.min(MAX_COUNT, both % IN_TITLE);
    title[at] = Math.min(MAX_COUNT, Math.floor(both / IN_TITLE));
  });
  return { ids, body, title };
}

function isVocabulary(word: string): boolean {
  return word.length >= MIN_VOCABULARY_WORD && word.length <= MAX_VOCABULARY_WORD && LETTER.test(word);
}
