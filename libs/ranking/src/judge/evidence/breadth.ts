/** Passages of one document that count together, and by how much less the cosine of one is that counts 1/e of the best. */
const PASSAGES = 10;
const SOFTNESS = 0.2;
/** So many equally near passages say nothing yet: whether a short document has one or three is a matter of how it was cut. */
const COMMON = 3;

/** What the passages of a document say together beyond the best one: the soft maximum of its ten best cosines (log-sum-exp), less that of three like the
 *  best one (docs/adr/0126-several-passages-say-more-than-one.md). 0 for up to three passages, 0.24 for ten that are equally near. */
export function breadth(cosines: readonly number[]): number {
  if (cosines.length <= COMMON) return 0;
  const best = cosines.toSorted((a, b) => b - a).slice(0, PASSAGES);
  const [greatest = 0] = best;
  const sum = best.reduce((total, cosine) => total + Math.exp((cosine - greatest) / SOFTNESS), 0);
  return sum > COMMON ? SOFTNESS * Math.log(sum / COMMON) : 0;
}
