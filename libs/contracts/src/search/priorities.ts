import { z } from 'zod';
import { CollectionName } from '../names/names.js';

export const PriorityStrategy = z.enum(['natural', 'soft', 'medium', 'hard']);
export type PriorityStrategy = z.infer<typeof PriorityStrategy>;

/** Which collections are preferred, and how much: a hit of the one at place i of n, from 0, sorts by its relevance times factor^(n − i). */
export const Priorities = z.strictObject({
  order: z.array(CollectionName).min(1, 'Name the collections to prefer, the most preferred one first.').max(100),
  strategy: PriorityStrategy.default('soft').describe('Factor: natural 1, soft 1.1, medium 1.25, hard 1.5.'),
});
export type Priorities = z.infer<typeof Priorities>;
