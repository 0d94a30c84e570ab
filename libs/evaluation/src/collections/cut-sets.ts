import { clusterSets, type EmbedTexts } from './cluster-sets.js';
import type { EvaluationDocument, EvaluationSet } from './evaluation-set.js';
import { splitSet } from './split-set.js';

/** Ways to make several collections of one set, such that more than one of them is right for a query. */
export const CUTS = ['topics', 'lengths', 'random'] as const;
export type Cut = (typeof CUTS)[number];

/** Into how many parts at most. */
const PARTS: Readonly<Record<Cut, number>> = { topics: 3, lengths: 2, random: 8 };

/** A collection that holds some of the documents of a set. */
export interface SetPart {
  readonly name: string;
  readonly documents: readonly EvaluationDocument[];
}

/** The documents of a set in several collections: three topics, the shorter and the longer half, or eight parts by chance; the same parts each time. */
export async function cutSet(set: EvaluationSet, cut: Cut, embed: EmbedTexts): Promise<readonly SetPart[]> {
  const parts = await documentsOf(set, cut, embed);
  return parts.filter((documents) => documents.length > 0).map((documents, at) => ({ name: partName(set, cut, at), documents }));
}

/** Names of all parts that a set may be cut into. */
export function partNames(set: Pick<EvaluationSet, 'name'>): readonly string[] {
  return CUTS.flatMap((cut) => Array.from({ length: PARTS[cut] }, (_, at) => partName(set, cut, at)));
}

function partName(set: Pick<EvaluationSet, 'name'>, cut: Cut, at: number): string {
  return `${set.name}--${cut}-${at.toString()}`;
}

async function documentsOf(set: EvaluationSet, cut: Cut, embed: EmbedTexts): Promise<readonly (readonly EvaluationDocument[])[]> {
  if (cut === 'random') return splitSet(set, PARTS.random).map(({ documents }) => documents);
  if (cut === 'topics') {
    const topics = await clusterSets([set], { count: PARTS.topics, embed });
    return topics.get(set)?.map(({ documents }) => documents) ?? [];
  }
  const byLength = set.documents.toSorted((a, b) => a.text.length - b.text.length);
  const half = Math.floor(byLength.length / 2);
  return [byLength.slice(0, half), byLength.slice(half)];
}
