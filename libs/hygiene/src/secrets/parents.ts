import { nameBefore } from './names.js';

/** Names that are looked for around one; characters that are looked at for each of them in its line, and in the lines above: some hundred users. */
const MOST_PARENTS = 3;
const MOST_IN_LINE = 2_000;
const MOST_ABOVE = 16_000;

/** A line that names what the lines below it, further in, belong to. */
const OPENING =
  /^[ \t]{0,200}(?:- )?["']?[\w.-]{1,60}["']?[ \t]{0,8}:[ \t]{0,8}(?:[&!][\w.-]{0,60}[ \t]{0,8})?(?:[{[][ \t]{0,8}|\|[-+]?[ \t]{0,8})?(?:#.*)?\r?$/;

/** What a name in YAML or JSON lies in, by its names, the nearest first: by braces within a line, by indentation between lines.
 *  @param sign of the `:` behind the name */
export function parentsOf(text: string, sign: number): readonly string[] {
  const parents: string[] = [];
  let at = sign;
  while (parents.length < MOST_PARENTS) {
    const parent = withinLine(text, at) ?? betweenLines(text, at);
    if (parent === undefined) break;
    parents.push(nameBefore(text, parent));
    at = parent;
  }
  return parents;
}

/** The `:` before the brace that is open in this line; undefined where none is. */
function withinLine(text: string, at: number): number | undefined {
  let closed = 0;
  for (let i = at - 1; i >= 0 && at - i < MOST_IN_LINE; i--) {
    const char = text[i];
    if (char === '\n') return undefined;
    if (char === '}' || char === ']') closed++;
    if (char !== '{' && char !== '[') continue;
    if (closed > 0) closed--;
    else return signBefore(text, i);
  }
  return undefined;
}

function signBefore(text: string, brace: number): number | undefined {
  let at = brace - 1;
  while (at >= 0 && (text[at] === ' ' || text[at] === '\t')) at--;
  return text[at] === ':' ? at : undefined;
}

/** The `:` of the nearest line above that is less far in. */
function betweenLines(text: string, at: number): number | undefined {
  const from = Math.max(0, at - MOST_ABOVE);
  const above = text.slice(from, at);
  let end = above.lastIndexOf('\n');
  const depth = depthOf(text, from + end + 1);
  // Before the first line end of the window nothing is left to look at.
  while (end > 0 && depth > 0) {
    const start = above.lastIndexOf('\n', end - 1) + 1;
    // The line in which the window begins is not whole.
    if (start === 0 && from > 0) return undefined;
    if (isOutside(above.slice(start, end), depth)) {
      const sign = OPENING.test(above.slice(start, end)) ? above.indexOf(':', start) : -1;
      return sign < 0 ? undefined : from + sign;
    }
    end = start - 1;
  }
  return undefined;
}

/** Whether a line says something, less far in. */
function isOutside(line: string, depth: number): boolean {
  const inner = depthOf(line, 0);
  return inner < depth && inner < line.length && line[inner] !== '#' && line[inner] !== '\r';
}

/** How far in the name of a line stands: blanks, and the hyphen of a list. */
function depthOf(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\t' || (text[at] === '-' && text[at + 1] === ' ')) at++;
  return at - start;
}
