const SEVERAL_LINES = /[\n\r]/u;
/** What a call was given, as Go prints it: `(0x140000b2000, {0x1047a5e80?, 0x5}, ...)`. */
const GIVEN = /\([\s,{}?_.…\da-fx]*\)/gi;
const NUMBER = /0x[\da-f]+/gi;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** How far behind its beginning a function was left, registers, and where an object lies. */
const PLACES = /\+ ?0x[\da-f]+|\b(?:addr|fp|pc|sp)=0x[\da-f]+|\bat 0x[\da-f]+/gi;
/** Where a frame lies, as debuggers and sanitizers number them, and Rust. */
const OF_FRAMES = /^([ \t]*(?:frame )?#\d+:?[ \t]+)0x[\da-f]+|^([ \t]*\d+:[ \t]+)0x[\da-f]{9,}/gim;

/** A query without the addresses of a pasted stack trace, which are others with every run. Other numbers of base 16, such as codes of errors, stay, and so do
 *  all in a query of one line or of nothing else. */
export function withoutAddresses(query: string): string {
  if (!SEVERAL_LINES.test(query.trim())) return query;
  const rest = query
    .replace(GIVEN, (given) => (isOfAddresses(given) ? '()' : given))
    .replace(OF_FRAMES, '$1$2')
    .replace(PLACES, '');
  return LETTER_OR_DIGIT.test(rest) ? rest : query;
}

function isOfAddresses(given: string): boolean {
  const rest = given.replace(NUMBER, '');
  return rest !== given && !LETTER_OR_DIGIT.test(rest);
}
