import { COLLECTION_NAME } from '@tributary/kernel';
import { z } from 'zod';

/** The name of a collection, as users write it. */
export const CollectionName = z
  .string()
  .regex(COLLECTION_NAME, 'A collection name starts with a letter or digit and has at most 128 letters, digits, ".", "_" or "-".')
  .describe('Name of a collection.');
export type CollectionName = z.infer<typeof CollectionName>;

/** How a search names collections: a name, `<engine>/<name>`, a pattern with `*`, `*` for all, or `auto`. */
export const CollectionPattern = z
  .string()
  .regex(
    /^[A-Za-z0-9*][A-Za-z0-9._*-]{0,127}(\/[A-Za-z0-9*][A-Za-z0-9._*-]{0,127})?$/,
    'A collection is a name, a pattern with "*", "*" for all, or "auto".',
  )
  .describe('A collection name, a pattern with "*", "*" for all, or "auto".');

export const Lane = z.enum(['semantic', 'keyword', 'fuzzy']);
export type Lane = z.infer<typeof Lane>;

export const Algorithm = z.enum(['hybrid', 'semantic', 'keyword', 'fuzzy', 'rrf', 'dbsf']);
export type Algorithm = z.infer<typeof Algorithm>;

/** A document's version: an integer below 2^53; the greater wins. */
export const DocumentVersion = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

const WITHOUT_SECONDS = /T\d{2}:\d{2}$/;

/** A moment as ISO 8601 with date and time zone, or a date alone. Seconds that are left out are added: not every engine reads a time without them. */
export const IsoDate = z.union(
  [z.iso.datetime({ offset: true, local: true }).overwrite((moment) => moment.replace(WITHOUT_SECONDS, '$&:00')), z.iso.date()],
  {
    // Of what is no text the kind is told, as everywhere.
    error: ({ input }) =>
      typeof input === 'string' ? 'expected a date as ISO 8601 writes it, such as 2026-01-31 or 2026-01-31T09:30:00Z' : undefined,
  },
);

export const DocumentType = z.enum(['code', 'doc', 'web', 'note', 'memory']);
export type DocumentType = z.infer<typeof DocumentType>;
