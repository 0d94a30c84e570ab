const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** A word of a message that is looked for in the text that it comes from. */
export interface MessageWord {
  readonly word: string;
  /** True where something was filled in before it. */
  readonly isBehindValue: boolean;
}

/** The words of a text, lower case. */
export function wordsOf(lower: string): readonly string[] {
  return lower.match(WORD) ?? [];
}

/** The words of a query without those of values that were filled in. @param values in their order */
export function messageWords(query: string, values: readonly string[]): readonly MessageWord[] {
  const words = wordsOf(query.toLowerCase());
  const filled = new Set<number>();
  let from = 0;
  for (const value of values.map((one) => wordsOf(one.toLowerCase()))) {
    const at = placeOf(words, { value, from });
    if (at === undefined) continue;
    for (let place = at; place < at + value.length; place++) filled.add(place);
    from = at + value.length;
  }
  return words.flatMap((word, at) => (filled.has(at) ? [] : [{ word, isBehindValue: filled.has(at - 1) }]));
}

function placeOf(
  words: readonly string[],
  { value, from }: { readonly value: readonly string[]; readonly from: number },
): number | undefined {
  if (value.length === 0) return undefined;
  for (let at = from; at <= words.length - value.length; at++) if (value.every((word, of) => words[at + of] === word)) return at;
  return undefined;
}
