import { signedNames } from '../query/signed-names.js';
import { fold, normalise } from './fold.js';
import { withoutMarks, withoutOptionalMarks, withoutUmlauts } from './marks.js';
import { termId } from './term-id.js';
import type { ChunkTerms } from './analyse-chunk.js';

/** Characters of a name: what is longer is found by its words. */
const LONGEST = 120;
/** What people write, leave out and put between the words of a name as they like; the excepted tell names apart: `C` and `C#`. */
const BETWEEN = /(?:(?![+#&@%$=])[\s\p{P}\p{S}])+/gu;
/** Between words these are blanks, and hide no sign. */
const JOINING = /[-_]/g;
/** Signs of names that are also written between words: `A*`, `.NET`. A stroke is as a blank: a file is called `I-O model` for it. */
const LOST = /^\.|\*$/;
/** What is written with and without any marks; elsewhere some make other letters: パス is not バス. */
const MARKED = /[\p{Script=Latin}\p{Script=Greek}][\p{Script=Latin}\p{Script=Greek}\p{M}]*/gu;
/** No word has it: a whole name is never taken for a term of a text. */
const WHOLE = '\u0001';
const ONCE = 1;

/** The ids of the terms that a passage has beside its words where its document is called so as a whole: the same in any case, with or without marks, however umlauts are written and words are parted. None where nothing is left, or more than 120 characters. */
export function nameTerms(name: string): readonly number[] {
  return plainNames(name).map((plain) => termId(WHOLE + plain));
}

/** Whether two names are the same one to a reader; `A*` is not `A`, nor `.NET` `Net`. */
export function isSameName(one: string, other: string): boolean {
  const plain = plainNames(one);
  const isAlike = plainNames(other).some((name) => plain.includes(name));
  return isAlike && lostSigns(one) === lostSigns(other);
}

/** The terms of a passage with those of whole names, each said once by the title path. Its length stays what it is. */
export function withNameTerms(terms: ChunkTerms, names: readonly string[]): ChunkTerms {
  const known = new Set(terms.ids);
  const further = new Set(names.flatMap(nameTerms).filter((id) => !known.has(id)));
  if (further.size === 0) return terms;
  const ids = Uint32Array.from([...terms.ids, ...further]).sort();
  const at = new Map([...terms.ids].map((id, place) => [id, place]));
  const counts = (of: Uint8Array, unknown: number) => Uint8Array.from(ids, (id) => of[at.get(id) ?? -1] ?? unknown);
  return { ids, body: counts(terms.body, 0), title: counts(terms.title, ONCE), length: terms.length };
}

/** The names in a name whose signs its plain form has not. */
function lostSigns(name: string): string {
  return signedNames(name.replace(JOINING, ' '))
    .filter((signed) => LOST.test(signed))
    .join('\n');
}

/** "muller" and "mueller" for "Müller". */
function plainNames(name: string): readonly string[] {
  if (name.length > LONGEST) return [];
  const folded = withoutOptionalMarks(fold(normalise(name)));
  const plain = [folded, withoutUmlauts(folded)].map((one) => one.replace(MARKED, withoutMarks).replace(BETWEEN, ' ').trim());
  return [...new Set(plain)].filter((one) => one !== '');
}
