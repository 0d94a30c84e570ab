import { z } from 'zod';

/** How far a reranker got with the documents that a list begins with, within its wait. */
export const RerankedHead = z.object({
  by: z.string().optional().describe('Name of the reranker; left out where none is configured.'),
  documents: z.number().int().nonnegative().describe('Documents that were to be reordered: those of the best hits, 50 at most.'),
  scored: z
    .number()
    .int()
    .nonnegative()
    .describe(
      'Documents of these that it scored; the others keep their places. An embedding model goes on beyond them where its wait allows.',
    ),
  code: z.string().optional().describe('Error code; present only where no document was scored.'),
  reason: z.string().optional().describe('Present only where fewer documents were scored than there are; the notes say it as well.'),
});
export type RerankedHead = z.infer<typeof RerankedHead>;
