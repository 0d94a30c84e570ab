import { normalise } from '../analysis/fold.js';

/** Markdown may set a backslash before a sign. */
const ESCAPE = String.raw`\\?`;
const OF_WORDS = String.raw`\p{L}\p{M}\p{N}`;
const START = String.raw`(?<![${OF_WORDS}_#+@&.-])`;
/** Behind one star stands emphasis, and in code what a pointer points to. */
const BEHIND_NO_STAR = String.raw`(?<!(?<!\*)\*)`;
const SHARP = String.raw`\p{L}{1,24}${ESCAPE}#(?![\p{L}\p{M}#+=]|_{1,2}[${OF_WORDS}])`;
const PLUS = String.raw`\p{L}{1,24}${ESCAPE}\+${ESCAPE}\+`;
/** What ends in signs: `C#`, `C++`, `Notepad++`, of one letter also `A*`. A version may follow: `C++17`, `C#12`. */
const ENDING = [
  // Within marks of emphasis as well. Of code `*p++` and `_p++` are none.
  String.raw`(?<![${OF_WORDS}#+@&.-])(?<![${OF_WORDS}]_{1,2})${SHARP}`,
  String.raw`${START}${BEHIND_NO_STAR}${PLUS}(?![\p{L}\p{M}_#+=])`,
  String.raw`(?<=(?<![${OF_WORDS}_*])(?:\*|_{1,2}))${PLUS}(?=(?:\*|_{1,2})(?![${OF_WORDS}_*]))`,
  String.raw`${START}${BEHIND_NO_STAR}\p{L}${ESCAPE}\*(?![${OF_WORDS}_*=(/.])`,
].join('|');
/** What begins with a point: `.NET`, `.env`. Behind a word it is the end of an address or a member, behind one star of many files (`*.ts`). */
const BEGINNING = String.raw`(?:(?<![^\s"'\x60“”„«»(\[{,:;/|])|(?<=\*\*)|(?<=\*)(?=\.[\p{L}\p{N}_]{1,25}\*))\.\p{L}[\p{L}\p{N}_]{1,24}(?![${OF_WORDS}_]|\.\p{L})`;
/** One letter in place of a word: with, without, not applicable. */
const SHORTENED = String.raw`(?![WwYyEe]/[Oo]|[Nn]/[Aa])`;
const STROKE = String.raw`${SHORTENED}\p{L}/\p{L}`;
/** Letters with a sign between them: `R&D`, `AT&T`, `I/O`. Of `C/C++` and `A/A*` the second has a sign of its own, of `*I/O*` it has none. */
const BETWEEN = String.raw`(?<![${OF_WORDS}_&/.-])(?:\p{L}{1,2}&\p{L}{1,2}|(?<=\*)${STROKE}|${STROKE}(?!${ESCAPE}\*))(?!${ESCAPE}[#+]|[${OF_WORDS}_&/])`;
/** Options of programs: `--dry-run`. Behind a word two hyphens are a dash. */
const OPTION = String.raw`(?<![${OF_WORDS}_!-])--\p{L}[\p{L}\p{N}]{0,40}(?:-[\p{L}\p{N}]{1,40}){0,8}(?![${OF_WORDS}_-])`;
const NAMES = new RegExp(`${ENDING}|${BEGINNING}|${BETWEEN}|${OPTION}`, 'gu');
const WORDS_OR_SIGNS = /[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+/gu;

/** The names in a text that are others without their signs, `C#`, `C++`, `A*`, `.NET`, `R&D`, `--dry-run`: each as often as it stands there, in lower case, with a space between its words and its signs. */
export function signedNames(text: string): readonly string[] {
  const names = normalise(text).match(NAMES) ?? [];
  return names.map((name) => (name.replaceAll('\\', '').toLowerCase().match(WORDS_OR_SIGNS) ?? []).join(' '));
}

/** Where they stand in a text, as they are written there. */
export function matchesOfSignedNames(text: string): readonly RegExpExecArray[] {
  return [...text.matchAll(NAMES)];
}

/** A text without them. */
export function withoutSignedNames(text: string): string {
  return normalise(text).replace(NAMES, ' ');
}
