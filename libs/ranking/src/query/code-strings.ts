import type { WrittenOperator } from './written-operators.js';

/** How much beside a mark is looked at. */
const LOOKED_AT = 60;
/** What stands before a string in code alone: a call or a look-up, an object, a list, an assignment, an import, an option of a command. */
const BEFORE_STRING = /[\w$][([]$|[[{]$|=>?\s{0,9}$|\}\s{0,9}from\s{1,9}$|(?:^|\s)(?:-[A-Za-z]|--[A-Za-z][\w-]*)\s{1,9}$/;
/** And behind one: the value of a key, the end of a statement. */
const BEHIND_STRING = /^\s{0,9}(?::\s{0,9}(?:["[{\d-]|true\b|false\b|null\b)|=>)|^;\s*$/;
/** What parts strings in code, and may stand beside exact words elsewhere: `"a", "b"`, `title:"x"`. */
const PARTS_BEFORE = /[([{:=,+?|&<>]\s{0,9}$/;
const PARTS_BEHIND = /^\s{0,9}[)\]},:;=+?|&<>]/;

/** Those of the quoted parts of a query that are strings of pasted code or JSON, and no demand. Where one surely is, those beside what parts strings are, too. */
export function stringsOfCode(query: string, quoted: readonly WrittenOperator[]): ReadonlySet<WrittenOperator> {
  const straight = quoted.filter(({ at }) => query.startsWith('"', at));
  const surely = straight.filter((one) => standsBetween(query, one, [BEFORE_STRING, BEHIND_STRING]));
  if (surely.length === 0) return new Set();
  return new Set([...surely, ...straight.filter((one) => standsBetween(query, one, [PARTS_BEFORE, PARTS_BEHIND]))]);
}

function standsBetween(query: string, { at, end }: WrittenOperator, [before, behind]: readonly [RegExp, RegExp]): boolean {
  return before.test(query.slice(Math.max(0, at - LOOKED_AT), at)) || behind.test(query.slice(end, end + LOOKED_AT));
}
