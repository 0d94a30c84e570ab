import { eachRunOfTokens } from '../analysis/tokens.js';

/** What the last word of a name says of the kind of documents, not of what they are about. */
const KIND = /[._-](?:code|docs|notes|web|memory)$/u;

/** A name is read as words: `bear_notes`, `wiki-history`. */
export function wordsOfName(name: string): string {
  return name.replace(/[._-]+/gu, ' ');
}

/** What a collection is about, as far as its name tells: the name without the kind of its documents (`django-docs` is about `django`). */
export function subjectOfName(name: string): string {
  return name.replace(KIND, '');
}

interface NamingQuery {
  readonly text: string;
  readonly terms: readonly { readonly id: number }[];
}

/** Which terms of a query name a collection: the words of its name, but for the kind (`django-docs` is about `django`), where the query has all of them as they are written.
 *  A collection `requests` is not named by a request. @returns a flag for each term, or undefined where the query does not name it */
export function namedTerms(name: string, { text, terms }: NamingQuery): readonly boolean[] | undefined {
  const idOf = new Map<string, number>();
  eachRunOfTokens(text, (tokens) => {
    for (const { id, word } of tokens) idOf.set(word, id);
  });
  const named: (number | undefined)[] = [];
  eachRunOfTokens(wordsOfName(subjectOfName(name)), ([whole]) => {
    if (whole !== undefined) named.push(idOf.get(whole.word));
  });
  if (named.length === 0 || named.includes(undefined)) return undefined;
  return terms.map(({ id }) => named.includes(id));
}
