import { clusterVectors } from '@tributary/ranking';
import type { EvaluationDocument, EvaluationSet } from './evaluation-set.js';

/** Makes vectors of texts, one for each. */
export type EmbedTexts = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** A part of a set: the documents of one topic. */
export interface TopicalPart {
  /** `<set>--topic-<n>`. */
  readonly name: string;
  readonly documents: readonly EvaluationDocument[];
}

const BATCH = 256;
/** What of a long document tells its topic. */
const LONGEST_TEXT = 4_000;
const ROUNDS = 12;

/** Cuts sets into topics, `count` of them together, each set into as many as its share of the documents says (at least one): k-means over vectors of the documents,
 *  the same parts each time. */
export async function clusterSets(
  sets: readonly EvaluationSet[],
  { count, embed }: { readonly count: number; readonly embed: EmbedTexts },
): Promise<ReadonlyMap<EvaluationSet, readonly TopicalPart[]>> {
  const shares = sharesOf(
    sets.map(({ documents }) => documents.length),
    count,
  );
  const parts = new Map<EvaluationSet, readonly TopicalPart[]>();
  for (const [at, set] of sets.entries()) parts.set(set, await cluster(set, shares[at] ?? 1, embed));
  return parts;
}

async function cluster({ name, documents }: EvaluationSet, count: number, embed: EmbedTexts): Promise<readonly TopicalPart[]> {
  const vectors: Float32Array[] = [];
  for (let from = 0; from < documents.length; from += BATCH)
    vectors.push(
      ...(await embed(documents.slice(from, from + BATCH).map(({ title, text }) => `${title}\n${text}`.slice(0, LONGEST_TEXT)))),
    );
  const { centroids, clusterOf } = await clusterVectors(vectors, { count, rounds: ROUNDS });
  return centroids.map((_, topic) => ({
    name: `${name}--topic-${topic.toString()}`,
    documents: documents.filter((__, at) => clusterOf[at] === topic),
  }));
}

/** Whole numbers in proportion to the sizes, at least 1 each, `count` together as far as that goes: what is left over goes to the greatest remainders. */
export function sharesOf(sizes: readonly number[], count: number): readonly number[] {
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const exact = sizes.map((size) => (whole === 0 ? 0 : (count * size) / whole));
  const shares = exact.map((share) => Math.max(1, Math.floor(share)));
  const total = () => shares.reduce((sum, share) => sum + share, 0);
  const change = (by: 1 | -1) => {
    const open = [...shares.keys()].filter((at) => by === 1 || (shares[at] ?? 0) > 1);
    const lack = (at: number) => by * ((exact[at] ?? 0) - (shares[at] ?? 0));
    const [next] = open.toSorted((a, b) => lack(b) - lack(a));
    if (next !== undefined) shares[next] = (shares[next] ?? 0) + by;
    return next !== undefined;
  };
  while (total() < count && change(1));
  while (total() > count && change(-1));
  return shares;
}
