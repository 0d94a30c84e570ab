import { z } from 'zod';

/** Why `auto` asked a collection, or did not. */
export const ChoiceReason = z.enum([
  'few',
  'named',
  'written',
  'best',
  'near_best',
  'unknown',
  'changed',
  'widened',
  'no_time',
  'less_likely',
]);
export type ChoiceReason = z.infer<typeof ChoiceReason>;

/** A collection in the choice that `auto` made. */
export const CollectionChoice = z.object({
  collection: z.string(),
  because: ChoiceReason,
  score: z.number().optional().describe('0.5 · terms + topic; left out where it was not needed.'),
  terms: z.number().optional().describe('Share of the query’s weight in words that its best passage can be expected to hold.'),
  topic: z.number().optional().describe('Cosine of the query with its nearest topic.'),
});
export type CollectionChoice = z.infer<typeof CollectionChoice>;

/** Which collections `auto` asked and which it left out, the best first. */
export const Selection = z.object({ asked: z.array(CollectionChoice), left_out: z.array(CollectionChoice) });
export type Selection = z.infer<typeof Selection>;
