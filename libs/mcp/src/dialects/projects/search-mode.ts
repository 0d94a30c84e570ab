import type { SearchRequest } from '@tributary/contracts';
import { z } from 'zod';

/** How the tools of stores for vectors name the ways to search. */
export const SearchMode = z.enum(['hybrid', 'dense', 'sparse', 'rrf', 'dbsf']);
export type SearchMode = z.infer<typeof SearchMode>;

export const SearchModeArgument = SearchMode.default('hybrid').describe(
  'dense finds by meaning, sparse by words, hybrid by both; rrf and dbsf combine the two by these formulas.',
);

/** What a mode is called here. */
export function algorithmOf(mode: SearchMode): SearchRequest['algorithm'] {
  if (mode === 'dense') return 'semantic';
  return mode === 'sparse' ? 'keyword' : mode;
}
