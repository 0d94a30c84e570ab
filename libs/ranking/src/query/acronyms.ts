/** Capitals and a small s that stand as a word of their own: PDFs, URLs, IDs. */
const PLURAL = /(?<![\p{L}\p{M}\p{N}_])(\p{Lu}{2,})s(?![\p{L}\p{M}\p{N}_])/gu;
/** Two capitals or more that no small letters continue. */
const CAPITALS = /(?<!\p{L})\p{Lu}{2,}(?!\p{Lu}|\p{Ll}{2})/gu;

/** A text with its acronyms in the singular. Where words are cut at capitals, `PDFs` looks like an identifier of the parts PD and Fs, which nobody means. */
export function withSingularAcronyms(text: string): string {
  return text.replace(PLURAL, '$1');
}

/** The acronyms of a text, lower case: words written in capitals in a text that is not. */
export function acronymsIn(text: string): readonly string[] {
  if (!/\p{Ll}/u.test(text)) return [];
  return (text.match(CAPITALS) ?? []).map((word) => word.toLowerCase());
}
