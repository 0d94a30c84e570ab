import { z } from 'zod';
import { parseArguments } from '../../tools/argument-error.js';

const MODES = ['enhanced', 'chunk_only', 'full_note'] as const;

const SearchArguments = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1, 'The query is empty: say what to look for.')
    .max(20_000, 'The query is longer than 20,000 characters: ask a shorter question.'),
  collectionName: z.string().min(1, 'The name is empty: call list_knowledge_bases first, then pass one of its names.'),
  contextMode: z.enum(MODES).default('enhanced'),
});
export type SearchArguments = z.output<typeof SearchArguments>;

/** What clients are shown; the other spelling of a field is accepted without being shown. */
export const publishedArguments = {
  query: z.string().describe('What to look for, in plain words.'),
  collectionName: z.string().describe('Name of the knowledge base, as list_knowledge_bases gives it.'),
  contextMode: z
    .enum(MODES)
    .default('enhanced')
    .describe('enhanced: the chunk with two neighbours on each side; chunk_only: the chunk alone; full_note: the whole note.'),
};

/** Anything may come: `readArguments` says what is wrong with it, whatever way it is spelt. */
export const AnyArguments = z.looseObject({
  query: z.unknown().optional(),
  collectionName: z.unknown().optional(),
  contextMode: z.unknown().optional(),
});

const SPELLINGS: Readonly<Record<string, string>> = { collection_name: 'collectionName', context_mode: 'contextMode' };

/** The arguments of a search, `collection_name` and `context_mode` included. @throws `REQUEST.INVALID` */
export function readArguments(given: z.output<typeof AnyArguments>): SearchArguments {
  const present = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  const named = new Set(present.map(([name]) => name));
  const renamed = present.flatMap(([name, value]) => {
    const own = SPELLINGS[name];
    if (own === undefined) return [[name, value] as const];
    // Where both are given, the one that is shown to clients counts.
    return named.has(own) ? [] : [[own, value] as const];
  });
  return parseArguments(SearchArguments, Object.fromEntries(renamed));
}
