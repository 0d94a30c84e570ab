import { DocumentVersion } from '@tributary/contracts';
import { z } from 'zod';

/** Passages of one version of a document that stand in one generation without a vector: the model refused their text. Only where there are any. */
export const GapRecord = z.object({
  v: z.literal(1).default(1),
  collection: z.string(),
  key: z.string().describe('Document key as stored (encoded).'),
  version: DocumentVersion.describe('What is noted of another version than the one that stands counts for nothing.'),
  generation: z.number().int().describe('What is noted of another generation than the one that answers counts for nothing.'),
  passages: z.number().int().positive(),
});
export type GapRecord = z.infer<typeof GapRecord>;
