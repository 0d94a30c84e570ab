import { z } from 'zod';
import { Lane } from '../names/names.js';
import { SearchRequest } from './request.js';

/** The request of a search and the document that was missed in its answer, of which every page is looked at: there is no `cursor`. `explain` and `require`
 *  change nothing. */
export const WhyNotRequest = SearchRequest.omit({ cursor: true }).extend({
  uri: z.string().min(1).max(4096).describe('Address of the document, or with #<chunk> of one passage of it; or the path of its file.'),
});
export type WhyNotRequest = z.infer<typeof WhyNotRequest>;
/** The same as callers write it: defaults may be left out. */
export type WhyNotInput = z.input<typeof WhyNotRequest>;

/** Where a document was lost, in the order of the stages. */
export const WhyNotVerdict = z.enum([
  'unknown',
  'indexing',
  'failed',
  'deleted',
  'empty',
  'not_selected',
  'not_searched',
  'filtered',
  'below_lane_cut',
  'replaced',
  'below_min_relevance',
  'collapsed',
  'limited_per_document',
  'diversified',
  'preferred_low',
  'reranked_low',
  'judged_low',
  'over_budget',
  'unreadable',
  'shown',
]);
export type WhyNotVerdict = z.infer<typeof WhyNotVerdict>;

export const WhyNotStage = z.enum(['index', 'plan', 'conditions', 'nominate', 'judge', 'refine', 'answer']);
export type WhyNotStage = z.infer<typeof WhyNotStage>;

/** A place in an order, from 1. */
const Standing = z.object({ rank: z.number().int().positive(), score: z.number(), relevance: z.number().min(0).max(1) });

const LaneStanding = z.object({
  rank: z.number().int().positive().optional().describe('The rank it would have had; left out where that was not found.'),
  score: z.number().optional().describe('Left out where the lane finds nothing in it.'),
  last: z
    .object({ rank: z.number().int().positive(), score: z.number() })
    .optional()
    .describe('The last candidate of the lane in this collection.'),
});

export const WhyNotDetails = z.object({
  reason: z.string().optional().describe('What the index or the engine says.'),
  code: z.string().optional().describe('Error code behind the reason.'),
  conditions: z.array(z.string()).optional().describe('The conditions of the request that keep it out.'),
  lanes: z.partialRecord(Lane, LaneStanding).optional(),
  judged: Standing.optional().describe('Its best passage in the order of the judge.'),
  signals: z.record(z.string(), z.number()).optional().describe('What the judge saw, by name.'),
  place: z.number().int().positive().optional().describe('Its place in the list, from 1.'),
  last_shown: Standing.extend({ uri: z.string() }).optional().describe('The last hit that is shown.'),
  instead: z.array(z.string()).optional().describe('Addresses of what is shown in its stead.'),
});
export type WhyNotDetails = z.infer<typeof WhyNotDetails>;

/** Why a document is not, or is, in the answer to a search. */
export const WhyNotAnswer = z.object({
  uri: z.string(),
  verdict: WhyNotVerdict,
  stage: WhyNotStage,
  explanation: z.array(z.string()).min(1).describe('Sentences: what happened, and what would change it.'),
  details: WhyNotDetails,
});
export type WhyNotAnswer = z.infer<typeof WhyNotAnswer>;
