const OPENED = /\[(=*)\[/g;
const CLOSED = /\](=*)(?=\])/g;
/** The scanner counts the signs of a bracket in one byte. */
const LEVELS = 256;

/** Characters that the scanner of Lua reads in vain: for each long bracket (`[[`, `--[==[`) that nothing closes it goes to the end of the text. Linear. */
export function readAgain(text: string): number {
  const closedAt = new Map<number, number>();
  for (const { index, 1: signs = '' } of text.matchAll(CLOSED)) closedAt.set(signs.length % LEVELS, index);
  let read = 0;
  for (const { index, 1: signs = '' } of text.matchAll(OPENED)) {
    if (index > (closedAt.get(signs.length % LEVELS) ?? -1)) read += text.length - index;
  }
  return read;
}
