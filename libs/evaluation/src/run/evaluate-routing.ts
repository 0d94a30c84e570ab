import { parseQuery, scoreCollections, sketchCards } from '@tributary/ranking';
import { z } from 'zod';
import type { EmbedTexts } from '../collections/cluster-sets.js';
import type { EvaluationSet } from '../collections/evaluation-set.js';
import type { RoutingScores } from '../report/evaluation-report.js';

/** Descriptions by the name of the set, as a file keeps them. */
export const WrittenDescriptions = z.object({ descriptions: z.record(z.string(), z.string()) });

interface RoutingOptions {
  /** By name of the set. */
  readonly descriptions: Readonly<Record<string, string>>;
  readonly embed: EmbedTexts;
}

/** How often the collection with the best name and description is the one that answers the query: no content is looked at. */
export async function evaluateRouting(sets: readonly EvaluationSet[], { descriptions, embed }: RoutingOptions): Promise<RoutingScores> {
  const cards = await sketchCards(
    sets.map(({ name }) => ({ name, description: descriptions[name] ?? '' })),
    embed,
  );
  const collections = cards.map((card) => ({ card }));
  const right: {
    readonly name: string;
    readonly hits: number;
    readonly queries: number;
    readonly first: Readonly<Record<string, number>>;
  }[] = [];
  for (const [home, { name, queries }] of sets.entries()) {
    const parsed = queries.map(({ text }) => parseQuery(text));
    const vectors = await embed(parsed.map(({ text }) => text));
    const first: Record<string, number> = {};
    let hits = 0;
    parsed.forEach(({ terms }, at) => {
      const scores = scoreCollections({ terms, vector: vectors[at] }, collections).map(({ score }) => score);
      const best = scores.indexOf(Math.max(...scores));
      const chosen = sets[best]?.name ?? '';
      first[chosen] = (first[chosen] ?? 0) + 1;
      if (best === home) hits++;
    });
    right.push({ name, hits, queries: queries.length, first });
  }
  const total = (of: (one: (typeof right)[number]) => number) => right.reduce((sum, one) => sum + of(one), 0);
  return {
    collections: sets.length,
    queries: total(({ queries }) => queries),
    top1:
      total(({ hits }) => hits) /
      Math.max(
        1,
        total(({ queries }) => queries),
      ),
    mean_top1: total(({ hits, queries }) => hits / Math.max(1, queries)) / Math.max(1, right.length),
    sets: Object.fromEntries(right.map(({ name, hits, queries, first }) => [name, { top1: hits / Math.max(1, queries), chosen: first }])),
  };
}
