const PHRASE = /(?<=^|[\s([{,;:])(-?)["“”„]([^"“”„]+)["“”]/gu;
const EXCLUDED_WORD = /(?<=^|\s)-(\p{L}\S*)/gu;

/** A query taken apart by its operators, nothing analysed yet. */
export interface QueryOperators {
  /** What is looked for, without quotation marks and without what is excluded. */
  readonly text: string;
  readonly phrases: readonly string[];
  readonly excluded: readonly string[];
}

/** Reads `"exact words"`, `-word` and `-"exact words"`. A quotation mark that is never closed, two hyphens or a hyphen before a digit are
 *  plain text. */
export function readOperators(query: string): QueryOperators {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const text = query
    .replace(PHRASE, (_, minus: string, phrase: string) => {
      (minus === '' ? phrases : excluded).push(phrase.trim());
      return minus === '' ? phrase : ' ';
    })
    .replace(EXCLUDED_WORD, (_, word: string) => {
      excluded.push(word);
      return ' ';
    });
  return { text: text.replace(/\s+/g, ' ').trim(), phrases: phrases.filter(isNotEmpty), excluded: excluded.filter(isNotEmpty) };
}

function isNotEmpty(text: string): boolean {
  return text !== '';
}
