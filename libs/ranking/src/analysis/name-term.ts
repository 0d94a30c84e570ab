import { fold, normalise } from './fold.js';
import { withoutMarks } from './marks.js';
import { termId } from './term-id.js';
import type { ChunkTerms } from './analyse-chunk.js';

/** Characters of a name: what is longer is found by its words. */
const LONGEST = 120;
/** What people write, leave out and put between the words of a name as they like; the excepted tell names apart: `C` and `C#`. */
const BETWEEN = /(?:(?![+#&@%$=])[\s\p{P}\p{S}])+/gu;
/** No word has it: a whole name is never taken for a term of a text. */
const WHOLE = '\u0001';
const ONCE = 1;

/** The id of the term that a passage has beside its words where its document is called so as a whole: the same in any case, with or without marks, and however its words are parted. Undefined where nothing is left, or more than 120 characters. */
export function nameTerm(name: string): number | undefined {
  const plain = plainName(name);
  return plain === undefined ? undefined : termId(WHOLE + plain);
}

/** Whether two names are the same one to a reader. */
export function isSameName(one: string, other: string): boolean {
  const plain = plainName(one);
  return plain !== undefined && plain === plainName(other);
}

/** The terms of a passage with those of whole names, each said once by the title path. Its length stays what it is. */
export function withNameTerms(terms: ChunkTerms, names: readonly string[]): ChunkTerms {
  const known = new Set(terms.ids);
  const further = new Set(names.flatMap((name) => nameTerm(name) ?? []).filter((id) => !known.has(id)));
  if (further.size === 0) return terms;
  const ids = Uint32Array.from([...terms.ids, ...further]).sort();
  const at = new Map([...terms.ids].map((id, place) => [id, place]));
  const counts = (of: Uint8Array, unknown: number) => Uint8Array.from(ids, (id) => of[at.get(id) ?? -1] ?? unknown);
  return { ids, body: counts(terms.body, 0), title: counts(terms.title, ONCE), length: terms.length };
}

function plainName(name: string): string | undefined {
  if (name.length > LONGEST) return undefined;
  const plain = withoutMarks(fold(normalise(name)))
    .replace(BETWEEN, ' ')
    .trim();
  return plain === '' ? undefined : plain;
}
