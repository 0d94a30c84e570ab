import type { SearchHit } from '@tributary/contracts';

/** What our layout says of a hit in one of its fields, also where the maker of the text gave a field of that name. */
export function layoutField(
  { metadata, given = [], layout = {} }: Pick<SearchHit, 'metadata' | 'given' | 'layout'>,
  name: string,
): unknown {
  return given.includes(name) ? layout[name] : metadata[name];
}
