/** What may end a sentence or a remark within it. Signs that belong to names, as in C# and C++, are none of it. */
const SENTENCE_PUNCTUATION = /(?<![.,;:!?…)\]}'’”»。，；：！？、）])[.,;:!?…)\]}'’”»。，；：！？、）]+$/u;

/** A word of a query without what ends the sentence behind it. */
export function withoutSentenceEnd(word: string): string {
  return word.replace(SENTENCE_PUNCTUATION, '');
}
