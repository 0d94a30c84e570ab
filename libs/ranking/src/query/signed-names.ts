import { normalise } from '../analysis/fold.js';
import { STOP_WORDS } from '../analysis/stop-words.js';
import { onlyAsks } from './question-words.js';

/** Markdown may set a backslash before a sign. */
const ESCAPE = String.raw`\\?`;
/** What ends in signs: `C#`, `C++`, `Notepad++`, of one letter also `A*`. A version may follow: `C++17`, `C#12`. Behind one star it is emphasis. */
const ENDING = String.raw`(?<![\p{L}\p{M}\p{N}_#+@&.-])(?<!(?<!\*)\*)(?:\p{L}{1,24}(?:${ESCAPE}#|${ESCAPE}\+${ESCAPE}\+)(?![\p{L}\p{M}_#+=])|\p{L}${ESCAPE}\*(?![\p{L}\p{M}\p{N}_*=(/.]))`;
/** What begins with a point: `.NET`, `.env`. Behind a word it is the end of an address or a member. */
const BEGINNING = String.raw`(?<![^\s"'\x60“”„«»(\[{,:;/|*])\.\p{L}[\p{L}\p{N}_]{1,24}(?![\p{L}\p{M}\p{N}_])(?!\.\p{L}|\()`;
/** Letters with a sign between them: `R&D`, `AT&T`, `I/O`. */
const BETWEEN = String.raw`(?<![\p{L}\p{M}\p{N}_&/.-])(?:\p{L}{1,2}&\p{L}{1,2}|\p{L}/\p{L})(?![\p{L}\p{M}\p{N}_&/])`;
const NAMES = new RegExp(`${ENDING}|${BEGINNING}|${BETWEEN}`, 'gu');
const WORDS = /[\p{L}\p{M}\p{N}_]+/gu;
const WORDS_OR_SIGNS = /[\p{L}\p{M}\p{N}_]+|[^\p{L}\p{M}\p{N}_]+/gu;

/** The names in a text that are others without their signs, `C#`, `C++`, `A*`, `.NET`, `R&D`: each as often as it stands there, in lower case, with a space between its words and its signs. */
export function signedNames(text: string): readonly string[] {
  const names = normalise(text).match(NAMES) ?? [];
  return names.map((name) => (name.replaceAll('\\', '').toLowerCase().match(WORDS_OR_SIGNS) ?? []).join(' '));
}

/** True of a query that says such names and no other word but those that only ask. */
export function saysNamesAlone(query: string): boolean {
  const written = normalise(query).toLowerCase();
  const others = written.replace(NAMES, ' ').match(WORDS) ?? [];
  return signedNames(written).length > 0 && others.every((word) => STOP_WORDS.has(word) || onlyAsks(word));
}
