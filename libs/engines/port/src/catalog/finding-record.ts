import { DocumentVersion } from '@tributary/contracts';
import { z } from 'zod';

/** What was noticed of one version of a document while it was prepared for the index, under the key of its row; only where there is something to say. */
export const FindingRecord = z.object({
  v: z.literal(1).default(1),
  collection: z.string(),
  key: z.string().describe('Document key as stored (encoded).'),
  source: z.string().describe('Id of the source; empty when it was handed in.'),
  version: DocumentVersion.describe('What is noted of another version than the one that stands counts for nothing.'),
  place: z.string().describe('Path or id, as people know it.'),
  secrets: z.record(z.string(), z.number().int().positive()).default({}).describe('How many secrets were masked, by rule.'),
  said: z.array(z.string()).default([]).describe('What its reader could not understand or had to guess, in sentences.'),
  near: z.string().optional().describe('The document it nearly equals, as people know it.'),
});
export type FindingRecord = z.infer<typeof FindingRecord>;
