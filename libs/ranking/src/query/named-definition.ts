/** What a query calls by the name under which code defines it. */
export interface NamedDefinition {
  readonly name: string;
  /** What it stands in, the innermost last; empty where the query does not say. */
  readonly within: readonly string[];
}

const CALL = /\([^()]*\)$/u;
const SEPARATOR = /\.|::|#|->/u;
const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
/** No word of a language: `aB`, `AB2`, `a_b`, `_a`, `$a`. */
const MADE_UP = /\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|[\p{L}\p{N}]_[\p{L}\p{N}]|^[_$]/u;
const LONGEST = 200;

/** The definition that a query asks for which is nothing but its name: `SessionStore.touch`, `retry_all()`, `std::vector`. A mere word is none: it may be meant as one. */
export function namedDefinition(query: string): NamedDefinition | undefined {
  const written = query.trim().replace(/^["'`]+|(?<!["'`;])["'`;]+$/gu, '');
  if (written.length > LONGEST) return undefined;
  const called = written.replace(CALL, '');
  const parts = called.split(SEPARATOR);
  const name = parts.at(-1) ?? '';
  if (!parts.every((part) => NAME.test(part))) return undefined;
  const isSaid = called !== written || parts.length > 1 || MADE_UP.test(name);
  return isSaid ? { name, within: parts.slice(0, -1) } : undefined;
}
