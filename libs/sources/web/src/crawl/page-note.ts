import { z } from 'zod';

/** What a source notes of one address it asked for. */
export const PageNote = z.object({
  /** Under which address its text is kept; absent where it has none. */
  page: z.string().optional(),
  /** Which address answered: another one where it redirects. Absent in notes of before. */
  answered: z.string().optional(),
  etag: z.string().optional(),
  last_modified: z.string().optional(),
  validator: z.string().optional(),
  /** SHA-256 of its text, Base64. Absent in notes of before. */
  text: z.string().optional(),
  size: z.number().default(0),
  mtime_ms: z.number().default(0),
  /** Links away from the first page. */
  depth: z.number().default(0),
  /** How often it was missing, one time after the other. */
  missing: z.number().default(0),
  /** It was missing often enough, and was not met since. */
  gone: z.boolean().optional(),
  /** Addresses of its host it leads to; absent where no crawl asked for them. */
  links: z.array(z.string()).optional(),
});
export type PageNote = z.infer<typeof PageNote>;

/** A note of another version counts for none. */
export function readNote(note: unknown): PageNote | undefined {
  return PageNote.safeParse(note).data;
}
