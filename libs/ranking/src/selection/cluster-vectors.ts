/** Vectors in groups of like ones. */
export interface Clusters {
  /** Means of the groups; none is empty. */
  readonly centroids: readonly Float32Array[];
  /** Index of the group of each vector, in their order. */
  readonly clusterOf: readonly number[];
}

interface ClusterOptions {
  /** Groups at most. */
  readonly count: number;
  /** The same vectors and seed give the same groups. */
  readonly seed?: number;
  readonly rounds?: number;
  /** Awaited after each pass over the vectors, so that a long run lets others have the event loop. */
  readonly pause?: () => Promise<void>;
}

const ROUNDS = 8;

/** k-means by Lloyd’s rounds from seeds spread by k-means++ (Arthur & Vassilvitskii 2007). */
export async function clusterVectors(
  vectors: readonly Float32Array[],
  { count, seed = 1, rounds = ROUNDS, pause = () => Promise.resolve() }: ClusterOptions,
): Promise<Clusters> {
  let centroids = await spreadSeeds(vectors, { count, random: randomOf(seed), pause });
  let clusterOf = vectors.map((vector) => nearest(vector, centroids));
  for (let round = 0; round < rounds; round++) {
    await pause();
    centroids = meansOf(vectors, clusterOf, centroids);
    const moved = vectors.map((vector) => nearest(vector, centroids));
    if (moved.every((cluster, at) => cluster === clusterOf[at])) break;
    clusterOf = moved;
  }
  return withoutEmpty(centroids, clusterOf);
}

interface Spreading {
  readonly count: number;
  readonly random: () => number;
  readonly pause: () => Promise<void>;
}

/** Each next seed is drawn with a chance that grows with the square of the distance from the nearest seed so far. */
async function spreadSeeds(vectors: readonly Float32Array[], { count, random, pause }: Spreading): Promise<readonly Float32Array[]> {
  const first = vectors[Math.floor(random() * vectors.length)];
  if (first === undefined) return [];
  const seeds = [Float32Array.from(first)];
  const distances = vectors.map((vector) => squaredDistance(vector, first));
  while (seeds.length < count) {
    await pause();
    const next = vectors[draw(distances, random())];
    // Nothing is left that is unlike the seeds.
    if (next === undefined) break;
    seeds.push(Float32Array.from(next));
    vectors.forEach((vector, at) => {
      distances[at] = Math.min(distances[at] ?? 0, squaredDistance(vector, next));
    });
  }
  return seeds;
}

/** The place at which the running sum of the weights passes a share of the whole; −1 where all weights are 0. */
function draw(weights: readonly number[], share: number): number {
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  return weights.findIndex((weight) => weight > 0 && (left -= weight) <= 0);
}

function meansOf(vectors: readonly Float32Array[], clusterOf: readonly number[], before: readonly Float32Array[]): readonly Float32Array[] {
  const sums = before.map((centroid) => new Float64Array(centroid.length));
  const sizes = before.map(() => 0);
  vectors.forEach((vector, at) => {
    const cluster = clusterOf[at] ?? 0;
    sizes[cluster] = (sizes[cluster] ?? 0) + 1;
    const sum = sums[cluster];
    if (sum) for (let i = 0; i < vector.length; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0);
  });
  // A group nobody is in keeps its place; it may be met again.
  return sums.map((sum, cluster) => {
    const size = sizes[cluster] ?? 0;
    return size === 0 ? (before[cluster] ?? new Float32Array(sum.length)) : Float32Array.from(sum, (value) => value / size);
  });
}

function withoutEmpty(centroids: readonly Float32Array[], clusterOf: readonly number[]): Clusters {
  const used = [...new Set(clusterOf)].toSorted((a, b) => a - b);
  const places = new Map(used.map((cluster, place) => [cluster, place]));
  return {
    centroids: used.flatMap((cluster) => centroids[cluster] ?? []),
    clusterOf: clusterOf.map((cluster) => places.get(cluster) ?? 0),
  };
}

function nearest(vector: Float32Array, centroids: readonly Float32Array[]): number {
  let best = 0;
  let least = Infinity;
  centroids.forEach((centroid, at) => {
    const distance = squaredDistance(vector, centroid);
    if (distance < least) [best, least] = [at, distance];
  });
  return best;
}

function squaredDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    sum += difference * difference;
  }
  return sum;
}

/** A linear congruential generator (Numerical Recipes): numbers from 0 to below 1. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
