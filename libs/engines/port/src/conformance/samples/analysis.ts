import type { PointFeatures, TermVector } from '../../index.js';

/** A small analysis of its own, so that the suite depends on no product analysis: words of letters and digits, terms without a final s. */
export function termOf(word: string): number {
  const term = word.length > 3 ? word.replace(/s$/, '') : word;
  let hash = 2_166_136_261;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 16_777_619) >>> 0;
  return hash & 0x7fffffff;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** Terms and words of a chunk. */
export function featuresOf(content: string, heading: string): Omit<PointFeatures, 'common'> {
  const [inBody, inTitle] = [wordsOf(content), wordsOf(heading)];
  const [body, title] = [countTerms(inBody), countTerms(inTitle)];
  const ids = Uint32Array.from(new Set([...body.keys(), ...title.keys()])).sort();
  const terms: TermVector = {
    ids,
    body: Uint8Array.from(ids, (id) => body.get(id) ?? 0),
    title: Uint8Array.from(ids, (id) => title.get(id) ?? 0),
    length: inBody.length + inTitle.length,
  };
  return { terms, words: [...new Set([...inBody, ...inTitle])] };
}

function countTerms(words: readonly string[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const word of words) counts.set(termOf(word), (counts.get(termOf(word)) ?? 0) + 1);
  return counts;
}
