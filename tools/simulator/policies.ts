import type { Observation } from './model.ts';

/** What autoscalers do by default: one embedder for so many waiting jobs, whatever is in them. */
export function byQueueLength(jobsPerEmbedder: number): (seen: Observation) => number {
  return ({ jobsWaiting }) => jobsWaiting / jobsPerEmbedder;
}

interface TokenPolicy {
  /** Tokens a second that one embedder makes when it is busy. */
  readonly tokensPerEmbedder: number;
  /** What waits should be gone in so many seconds. */
  readonly drainSeconds: number;
}

/** As many as keep up with what arrives and clear what waits in the time given: `tokens waiting ÷ drain + tokens that arrive a second`, by what one
 *  embedder makes. What arrives is what was embedded since the last poll, and by how much the queue grew. */
export function byTokens({ tokensPerEmbedder, drainSeconds }: TokenPolicy): (seen: Observation) => number {
  let before = { now: 0, tokensWaiting: 0 };
  return ({ now, tokensWaiting, tokensPerSecond }) => {
    const arriving = tokensPerSecond + (tokensWaiting - before.tokensWaiting) / Math.max(1, now - before.now);
    before = { now, tokensWaiting };
    return (tokensWaiting / drainSeconds + Math.max(0, arriving)) / tokensPerEmbedder;
  };
}
