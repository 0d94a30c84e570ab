import { Algorithm } from '@tributary/contracts';
import { z } from 'zod';

const Share = z.number().min(0).max(1);
/** Something ÷ nothing is infinite, which JSON has no number for. */
const Ratio = z
  .number()
  .nullable()
  .transform((ratio) => ratio ?? Number.POSITIVE_INFINITY);

/** One cell of a table. */
export const Scores = z.object({ 'ndcg@10': Share, 'mrr@10': Share, 'recall@100': Share });
export type Scores = z.infer<typeof Scores>;

const Interval = z.object({ mean: z.number(), low: z.number(), high: z.number() });

/** How far a reranker got within its wait. Queries that found fewer than two documents count nowhere. */
export const HeadCounts = z.object({
  whole: z.number().int().describe('Queries whose head was scored to the last document.'),
  in_part: z.number().int().describe('Queries of which some documents of the head were scored.'),
  not_at_all: z.number().int().describe('Queries of which none was: they keep the order without a reranker.'),
  documents: z.number().describe('Documents of a head, on the mean; 50 at most.'),
  scored: z.number().describe('Those of them that were scored, on the mean.'),
});
export type HeadCounts = z.infer<typeof HeadCounts>;

export const CollectionScores = z.object({
  name: z.string(),
  documents: z.number().int(),
  queries: z.number().int(),
  lanes: z.object({ semantic: Scores, keyword: Scores, fuzzy: Scores }),
  hybrid: Scores,
  better_lane: z.object({
    lane: z.enum(['semantic', 'keyword']),
    ratio: Ratio.describe('nDCG@10 of hybrid ÷ that lane.'),
    difference: Interval.describe('Hybrid − that lane by query: mean and 95 % interval of the paired bootstrap.'),
  }),
  damaged: Scores.optional().describe('Hybrid with typing errors in the queries.'),
  reranked: Scores.extend({
    difference: Interval.describe('Reranked − hybrid by query.'),
    heads: HeadCounts.optional().describe('Left out in reports of before they were counted.'),
  })
    .optional()
    .describe('Hybrid with its head reranked.'),
});
export type CollectionScores = z.infer<typeof CollectionScores>;

export const FederatedScores = Scores.extend({
  homeOnly: Scores.describe('Each query sent only to its own collection.'),
  ratio: Ratio.describe('nDCG@10 federated ÷ home only.'),
  difference: Interval,
  first_places: z.record(z.string(), z.number().int()).describe('How often each collection held the first place.'),
  home_first: Share.describe('Share of the queries whose first hit is of their own collection.'),
  doubted: Share.optional().describe('Share of the queries of which the product says that nothing found seems to answer them.'),
  sets: z
    .record(z.string(), z.object({ ratio: Ratio, home_first: Share }))
    .optional()
    .describe('The same of the queries of each set. Left out in reports of before they were told apart.'),
});
export type FederatedScores = z.infer<typeof FederatedScores>;

export const SplitScores = Scores.extend({
  set: z.string(),
  parts: z.number().int(),
  whole: Scores,
  ratio: Ratio,
  difference: Interval,
});
export type SplitScores = z.infer<typeof SplitScores>;

/** No share of a hundred: several of a hundred passages may be of one section. */
const HeadScores = Scores.omit({ 'recall@100': true });

export const BundledScores = HeadScores.extend({
  name: z.string(),
  documents: z.number().int().describe('Of the set: a section each.'),
  sections: z.number().int().describe('Of one Markdown document, at most.'),
  bundles: z.number().int().describe('Markdown documents that the sections were written to.'),
  alone: HeadScores.describe('Each document by itself.'),
  ratio: Ratio.describe('nDCG@10 bundled ÷ alone.'),
  difference: Interval,
});
export type BundledScores = z.infer<typeof BundledScores>;

export const CutScores = Scores.extend({
  set: z.string(),
  cut: z.string().describe('How its documents were spread: by topics, by lengths, or at random.'),
  parts: z.number().int(),
  beside: z.number().int().describe('Other sets that were searched with the parts.'),
  models: z.array(z.string()).optional().describe('Where they differ: of the parts, and of the sets beside them.'),
  whole: Scores.describe('The set as one collection, alone.'),
  ratio: Ratio,
  difference: Interval,
});
export type CutScores = z.infer<typeof CutScores>;

export const PlanningScores = Scores.extend({
  collections: z.number().int().describe('Topical clusters of all sets.'),
  all: Scores.describe('Every query to all of them.'),
  ratio: Ratio.describe('nDCG@10 of "auto" ÷ all.'),
  difference: Interval,
  asked: Share.describe('Share of the collections that "auto" asked, mean over the sets.'),
  most_asked: z.number().int().describe('Collections that "auto" asked for one query at most.'),
  sets: z.record(z.string(), z.object({ ratio: Ratio, asked: Share })),
});
export type PlanningScores = z.infer<typeof PlanningScores>;

export const RoutingScores = z.object({
  collections: z.number().int(),
  queries: z.number().int(),
  top1: Share.describe('Share of the queries whose own collection has the best description.'),
  mean_top1: Share.describe('The same, collections counting alike.'),
  sets: z.record(z.string(), z.object({ top1: Share, chosen: z.record(z.string(), z.number().int()) })),
});
export type RoutingScores = z.infer<typeof RoutingScores>;

const Bin = z.object({ points: z.number().int(), said: Share, found: Share });

export const RelevanceScores = z.object({
  calibration_error: Share.describe('Expected calibration error of relevance in ten bins, over the first ten hits of every list.'),
  calibration_error_by_collection: z.record(z.string(), Share),
  reliability: z.array(Bin).describe('Per tenth of the scale: mean relevance said, share found relevant.'),
  area_under_roc: Share.optional().describe(
    "Of the best hit's relevance, own against wrong collections. Left out where there is one collection only.",
  ),
  nothing_relevant: z
    .object({
      below: Share,
      precision: Share.describe('Of the lists whose best hit is below: share from wrong collections.'),
      recall: Share.describe('Of the lists from one wrong collection: share below.'),
      recall_all_wrong: Share.describe('Of the lists from all wrong collections at once: share below.'),
      recall_all_wrong_by_collection: z.record(z.string(), Share).describe('The same of the queries of each collection.'),
      false_alarms: Share.describe('Of the lists from the own collection: share below.'),
    })
    .optional()
    .describe('Collections count alike, whatever the number of their queries. Left out where there is one only.'),
});
export type RelevanceScores = z.infer<typeof RelevanceScores>;

/** What `npm run eval --json` writes. */
export const EvaluationReport = z.object({
  model: z.string(),
  algorithm: Algorithm.optional().describe('What federations and splits were asked by; left out: hybrid.'),
  collections: z.array(CollectionScores),
  federated: FederatedScores.optional(),
  splits: z.array(SplitScores).optional(),
  cuts: z.array(CutScores).optional(),
  bundled: z.array(BundledScores).optional(),
  planning: PlanningScores.optional(),
  routing: RoutingScores.optional(),
  relevance: RelevanceScores.optional(),
  mixed_models: z.array(FederatedScores.extend({ models: z.record(z.string(), z.string()) })).optional(),
  runs: z
    .record(z.string(), z.record(z.string(), z.number()))
    .describe('nDCG@10 of every query by run, for comparing with another report.'),
});
export type EvaluationReport = z.infer<typeof EvaluationReport>;
