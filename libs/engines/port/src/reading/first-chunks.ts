import type { Filter } from '@tributary/contracts';

/** The same filter, of the first chunk of each document: every document with text has one. */
export function ofFirstChunks(filter: Filter): Filter {
  return { must: [filter, { key: 'chunk_index', match: { value: 0 } }] };
}
