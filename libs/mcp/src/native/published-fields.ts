import { z } from 'zod';

/** The filter language in a few lines; the whole of it is checked when a call comes in. */
const FILTER_TEXT =
  'Qdrant filter JSON: {"must":[…],"should":[…],"must_not":[…]}. Conditions: {"key":"lang","match":{"value":"typescript"}}, match any/except (lists) or text (words), {"key":"modified_at","range":{"gte":"2026-01-01"}}, {"is_empty":{"key":"tags"}}, {"has_id":[…]}, nested, values_count. Fields: title, path, source, lang, type (code, doc, web, note, memory), tags, created_at, modified_at; own: metadata.<name>.';

const clause = z.array(z.looseObject({})).optional();

/** Published instead of the recursive schema, which costs an assistant 10,000 tokens. */
export const publishedFilter = z
  .strictObject({
    must: clause,
    should: clause,
    must_not: clause,
    min_should: z.strictObject({ conditions: z.array(z.looseObject({})), min_count: z.number().int().nonnegative() }).optional(),
  })
  .optional()
  .describe(FILTER_TEXT);

/** A moment as text; its two forms are checked when a call comes in. */
export const publishedMoment = (description: string) => z.string().optional().describe(description);

export const publishedMetadata = z
  .looseObject({})
  .optional()
  .describe('Any JSON to keep with the text; filters reach it as metadata.<name>.');
