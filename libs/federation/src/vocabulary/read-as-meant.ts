import type { ParsedQuery } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { readForeign, type ForeignOptions } from './foreign-queries.js';
import { readLoneCharacters } from './lone-characters.js';

/** A query as it is looked for before anybody knows whether its words occur: those of another language in their forms, lone characters in pairs. */
export async function readAsMeant(
  query: ParsedQuery,
  collections: readonly ScopedCollection[],
  options: ForeignOptions,
): Promise<ParsedQuery> {
  return readLoneCharacters(await readForeign(query, collections, options), collections, options);
}
