import { z } from 'zod';
import { DocumentType, DocumentVersion } from '../names/names.js';

/** The `chunk_type` of a passage that begins with the front matter of its document. */
export const FRONT_MATTER = 'front_matter';

/** A place in a text: line and column from 1, the end inclusive. */
export const TextRange = z.object({
  start: z.tuple([z.number().int().positive(), z.number().int().positive()]),
  end: z.tuple([z.number().int().positive(), z.number().int().positive()]),
});
export type TextRange = z.infer<typeof TextRange>;

/** What a passage is, and where in its document it stands. */
export const passageFields = {
  chunk_type: z.string(),
  sym: z.string().optional(),
  symbols: z.array(z.string()).optional().describe('Names of all it defines, where these are several.'),
  scope: z.string().optional().describe('What `sym` stands in, outermost first: `Outer.Inner`.'),
  signature: z.string().optional().describe('The beginning of `sym` up to its body, on one line.'),
  range: TextRange.optional(),
  page: z.number().int().positive().optional().describe('Page or slide it stands on, from 1.'),
  section: z.string().optional().describe('Sheet, chapter or message it stands in.'),
};

/** What is stored beside the vectors of a chunk. Field names are relied upon by filters and by other tools: they never change. */
export const PointPayload = z.object({
  original_id: z.string(),
  doc_id: z.string(),
  doc_version: DocumentVersion,
  title: z.string(),
  source: z.string(),
  path: z.string().optional(),
  module: z.string().optional(),
  repo: z.string().optional(),
  lang: z.string().optional(),
  type: DocumentType,
  ...passageFields,
  chunk_index: z.number().int().nonnegative(),
  total_chunks: z.number().int().positive(),
  content: z.string(),
  heading: z.string().optional().describe('Title path that was embedded in front of the content; absent when there was none.'),
  hash: z.string(),
  user_id: z.string().optional(),
  acl: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  created_at: z.string().optional(),
  modified_at: z.string().optional(),
  indexed_at: z.string(),
  metadata: z.record(z.string(), z.json()).optional(),
});
export type PointPayload = z.infer<typeof PointPayload>;
