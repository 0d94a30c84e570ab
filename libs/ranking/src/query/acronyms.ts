/** Capitals and a small s that stand as a word of their own: PDFs, URLs, IDs. */
const PLURAL = /(?<![\p{L}\p{M}\p{N}_])(\p{Lu}{2,})s(?![\p{L}\p{M}\p{N}_])/gu;

/** A text with its acronyms in the singular. Where words are cut at capitals, `PDFs` looks like an identifier of the parts PD and Fs, which nobody means. */
export function withSingularAcronyms(text: string): string {
  return text.replace(PLURAL, '$1');
}
