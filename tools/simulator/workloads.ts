import { SeededRandom } from '@tributary/testing';
import type { EmbedderModel, SystemModel } from './model.ts';

const SEED = 7;
/** Tokens of a document, in the mean, and the spread of their logarithm. */
const DOCUMENT = { tokens: 500, sigma: 1 };

/** What Redis hands out and finishes a second, add and take and finish of a job together; one core of it does about so much with small payloads. */
const REDIS_JOBS_PER_SECOND = 4000;

/** Settings as they are by default: jobs at once, tokens, texts and number of batches. */
const SETTINGS = { concurrency: 64, batchTokens: 8192, batchJobs: 32, inFlight: 4 };
/** The wait for others of a batch that is not full. */
export const GATHER_SECONDS = 0.005;

/** MiniLM int8 on one core makes about so many tokens a second (docs/figures.md: 57 texts of 480 characters). */
export const MINILM_TOKENS_PER_SECOND = 7800;

export const EMBEDDERS = {
  /** A served model: 40 ms a batch, and 5 µs a token. */
  waiting: { ...SETTINGS, gatherSeconds: GATHER_SECONDS, batchSeconds: (tokens) => 0.04 + tokens * 5e-6 },
  /** A model on the embedder's own core: one batch at a time. */
  computing: { ...SETTINGS, inFlight: 1, batchSeconds: (tokens) => tokens / MINILM_TOKENS_PER_SECOND },
} as const satisfies Record<string, EmbedderModel>;

/** A queue that is never empty. */
export function saturated(embedder: EmbedderModel, embedders: number): SystemModel {
  const size = documentSizes(SEED);
  const perSecond = 1.5 * REDIS_JOBS_PER_SECOND;
  return { embedder, embedders, redisJobsPerSecond: REDIS_JOBS_PER_SECOND, nextArrival: () => ({ delay: 1 / perSecond, tokens: size() }) };
}

/** An hour and a half: a few notes all the time, an import of 20,000 notes after ten minutes, one of 1,500 long documents after fifty. */
export function imports(embedder: EmbedderModel, scaling: NonNullable<SystemModel['scaling']>): SystemModel {
  const random = new SeededRandom(SEED);
  const phases = [
    { from: 0, to: 600, rate: 4, tokens: 200 },
    { from: 600, to: 700, rate: 200, tokens: 200 },
    { from: 700, to: 3000, rate: 4, tokens: 200 },
    { from: 3000, to: 3060, rate: 25, tokens: 8000 },
    { from: 3060, to: 5400, rate: 4, tokens: 200 },
  ];
  return {
    embedder,
    scaling,
    embedders: scaling.least,
    redisJobsPerSecond: REDIS_JOBS_PER_SECOND,
    nextArrival: (now) => {
      const phase = phases.find(({ to }) => now < to);
      if (phase === undefined) return undefined;
      return { delay: -Math.log(1 - random.next()) / phase.rate, tokens: phase.tokens };
    },
  };
}

/** Log-normal, by Box and Muller. */
function documentSizes(seed: number): () => number {
  const random = new SeededRandom(seed);
  const { tokens, sigma } = DOCUMENT;
  return () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    return Math.max(1, Math.round(tokens * Math.exp(sigma * normal - (sigma * sigma) / 2)));
  };
}
