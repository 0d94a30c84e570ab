import { hasUnspaced } from '../analysis/unspaced.js';

/** What a query calls by the name under which code defines it. */
export interface NamedDefinition {
  readonly name: string;
  /** What it stands in, the innermost last; empty where the query does not say. */
  readonly within: readonly string[];
  /** The word of a language that it is defined by, as the query says it: `class`, `func`. */
  readonly keyword?: string;
  /** True of a mere word, which may be meant as one; also of more that text has too: `type guards`, `static class members`. */
  readonly isWord: boolean;
}

const CALL = /\([^()]*\)$/u;
const SEPARATOR = /\.|::|#|->/u;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
/** No word of a language: `aB`, `AB2`, `a_b`, `_a`, `$a`. */
const MADE_UP = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|[\p{L}\p{N}]_[\p{L}\p{N}]|^[_$]/u;
const LONGEST = 200;
/** Words that text has as well as code: `type guards`, `class action`, `abstract class methods`; not `func redirect` or `export class`, which nobody says. */
const WORDS_OF_TEXT =
  /^(?:(?:default|abstract|async|public|static|final) ){0,4}(?:class|interface|type|struct|enum|trait|function|fun) [^\p{Lu}({: ]+$/u;

/** As code begins a definition: `class Pool`, `export async function retry(times)`, `type Pool struct {`. */
const DECLARATION =
  /^(?:(?:export|default|declare|abstract|async|pub|public|static|final) ){0,4}(?<keyword>class|interface|type|struct|enum|trait|function|func|fn|def|fun) (?<called>[\p{L}\p{N}_$]+)(?:\([^()]*\))?(?: (?:struct|interface))?(?: ?[{:])?$/u;

/** True of a name that may be a word of a language: `Pool`, `retry`, `NASA`. */
export function isMereWord(name: string): boolean {
  return !MADE_UP.test(name);
}

/** The definition that a query asks for which is nothing but its name: `SessionStore.touch`, `retry_all()`, `std::vector`, `class Pool`, `Pool`. */
export function namedDefinition(query: string): NamedDefinition | undefined {
  const written = query.trim().replace(/^["'`]+|(?<!["'`;])["'`;]+$/gu, '');
  if (written.length > LONGEST) return undefined;
  const declaration = written.replace(/\s+/gu, ' ');
  const { keyword, called: declared } = DECLARATION.exec(declaration)?.groups ?? {};
  if (keyword !== undefined && declared !== undefined) {
    const isWord = WORDS_OF_TEXT.test(declaration) && isMereWord(declared);
    return NAME.test(declared) ? { name: declared, within: [], keyword, isWord } : undefined;
  }
  const called = written.replace(CALL, '');
  const parts = called.split(SEPARATOR);
  const name = parts.at(-1) ?? '';
  if (!parts.every((part) => NAME.test(part))) return undefined;
  const isWord = called === written && parts.length === 1 && isMereWord(name);
  // A sentence of a script without blanks looks like one word.
  if (isWord && hasUnspaced(name)) return undefined;
  return { name, within: parts.slice(0, -1), isWord };
}
