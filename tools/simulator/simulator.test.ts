import { SeededRandom } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { erlangWait } from './erlang.ts';
import type { SystemModel } from './model.ts';
import { byQueueLength } from './policies.ts';
import { simulate } from './simulate.ts';

const NO_LIMIT = 1e12;
/** Of one run; the mean of five is compared, since a single one of this length is off by some 2 % by chance. */
const JOBS = 200_000;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** M/M/c: one job a batch, exponential in arrivals and service, service time 1. */
function markov(servers: number, load: number, seed: number): SystemModel {
  const random = new SeededRandom(seed);
  const exponential = (mean_: number) => -mean_ * Math.log(1 - random.next());
  return {
    embedders: servers,
    redisJobsPerSecond: NO_LIMIT,
    nextArrival: () => ({ delay: exponential(1 / load), tokens: 1 }),
    embedder: { concurrency: 1, batchTokens: 1, inFlight: 1, batchSeconds: () => exponential(1) },
  };
}

describe('the simulator', () => {
  it('knows Erlang’s formula: a single server waits load ÷ (1 − load)', () => {
    expect(erlangWait(1, 0.8)).toBeCloseTo(4, 10);
    expect(erlangWait(2, 1)).toBeCloseTo(1 / 3, 10);
  });

  it.each([
    [1, 0.7],
    [2, 1.5],
    [8, 6],
  ])('waits as Erlang C says with %i embedders at a load of %f, within 3 per cent', { timeout: 60_000 }, (servers, load) => {
    const runs = [1, 2, 3, 4, 5].map((seed) => mean(simulate(markov(servers, load, seed), { seconds: JOBS / load, warmUp: 1000 }).waits));
    const wanted = erlangWait(servers, load);
    expect(Math.abs(mean(runs) - wanted) / wanted).toBeLessThan(0.03);
  });

  it('never takes more from Redis than it can give, and gives all of it when embedders are plenty', () => {
    const { jobs, seconds, redisBusy } = simulate(
      {
        embedders: 64,
        redisJobsPerSecond: 500,
        nextArrival: () => ({ delay: 1 / 2000, tokens: 100 }),
        embedder: { concurrency: 32, batchTokens: 8192, inFlight: 4, batchSeconds: () => 0.04 },
      },
      { seconds: 20, warmUp: 2 },
    );
    expect(jobs / seconds).toBeGreaterThan(490);
    expect(jobs / seconds).toBeLessThanOrEqual(505);
    expect(redisBusy).toBeCloseTo(1, 1);
  });

  it('adds embedders after poll and start, and takes them away only after the stabilisation', () => {
    const sizes: number[] = [];
    simulate(
      {
        embedders: 1,
        redisJobsPerSecond: NO_LIMIT,
        nextArrival: (now) => (now < 100 ? { delay: 0.01, tokens: 100 } : undefined),
        embedder: { concurrency: 1, batchTokens: 100, inFlight: 1, batchSeconds: () => 0.1 },
        scaling: {
          ...{ pollSeconds: 10, stabilisationSeconds: 60, startSeconds: 5, least: 1, most: 20 },
          desired: (seen) => {
            sizes.push(seen.embedders);
            return byQueueLength(50)(seen);
          },
        },
      },
      { seconds: 400 },
    );
    expect(sizes[0]).toBe(1);
    expect(Math.max(...sizes)).toBeGreaterThan(8);
    expect(sizes.at(-1)).toBe(1);
    const peak = sizes.indexOf(Math.max(...sizes));
    expect(sizes.slice(peak, peak + 6).every((size) => size === sizes[peak])).toBe(true);
  });
});
