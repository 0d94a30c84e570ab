import type { RetryPolicy } from '@tributary/contracts';
import { permanent, retryable, toErrorRecord } from '@tributary/kernel';
import { SeededRandom, testSeed } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { isWorthTelling, retryDelayMs, verdictOn } from './verdict.js';

const policy: RetryPolicy = { attempts: 5, backoff: { delayMs: 500, factor: 2, jitter: 0.5 } };
const away = toErrorRecord(retryable('A.B', 'away'));

it('waits longer after every failure, spread by the jitter', () => {
  const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
  for (const failures of [1, 2, 3, 4]) {
    const middle = 500 * 2 ** (failures - 1);
    const delays = Array.from({ length: 500 }, () => retryDelayMs(policy, failures, () => random.next()));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(middle * 0.5);
    expect(Math.max(...delays)).toBeLessThanOrEqual(middle * 1.5);
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(middle * 0.8); // spread out, not at one moment
  }
});

it('tries again as often as the policy says and not once more', () => {
  const verdicts = [1, 2, 3, 4, 5].map((failures) => verdictOn({ error: away, policy, failures }).next);
  expect(verdicts).toEqual(['retry', 'retry', 'retry', 'retry', 'dead']);
});

it.each(['ENGINE.UNAVAILABLE', 'EMBEDDER.UNAVAILABLE'])(
  'bears with minutes of %s, at most some five seconds between two runs, and not for ever',
  (code) => {
    const error = toErrorRecord(retryable(code, 'away'));
    let waitedMs = 0;
    let failures = 0;
    for (;;) {
      const verdict = verdictOn({ error, policy, failures: ++failures, random: () => 0.5 });
      if (verdict.next === 'dead') break;
      expect(verdict.delayMs).toBeLessThanOrEqual(5000);
      waitedMs += verdict.delayMs;
    }
    expect(waitedMs).toBeGreaterThan(120_000);
    expect(failures).toBe(60);
    // Another trouble of the same job still ends it as before.
    expect(verdictOn({ error: away, policy, failures: 6 })).toEqual({ next: 'dead' });
  },
);

it.each(['ENGINE.UNKNOWN', 'EMBEDDER.UNKNOWN'])(
  'never ends a document over %s, since another process may have the newer configuration',
  (code) => {
    const error = toErrorRecord(permanent(code, 'not configured'));
    const verdict = (runs: number) =>
      verdictOn({ error, policy: { ...policy, outlastsOutages: true }, failures: 1, runs, random: () => 0.5 });
    expect([1, 4, 10_000].map(verdict)).toEqual([500, 4000, 30_000].map((delayMs) => ({ next: 'postpone', delayMs })));
    expect(
      Array.from({ length: 9 }, (_, i) => i + 1).filter((runs) => isWorthTelling(error, { ...policy, outlastsOutages: true }, runs)),
    ).toEqual([1, 2, 4, 8]);
    expect([1, 2, 3].map((runs) => isWorthTelling(error, policy, runs))).toEqual([true, true, true]);
    expect(verdictOn({ error, policy, failures: 1 })).toEqual({ next: 'dead' });
  },
);

describe('a server that took no request', () => {
  const untaken = toErrorRecord(retryable('EMBEDDER.UNAVAILABLE', 'nothing listens', { untaken: true }));
  const outlasting = { ...policy, outlastsOutages: true };
  const verdict = (runs: number, error = untaken) => verdictOn({ error, policy: outlasting, failures: 1, runs, random: () => 0.5 });

  it('never ends a job whose queue outlasts it; its runs come further apart, at most half a minute', () => {
    const verdicts = [1, 2, 4, 8, 20, 100, 10_000].map((runs) => verdict(runs));
    expect(verdicts).toEqual([500, 1000, 4000, 8000, 20_000, 30_000, 30_000].map((delayMs) => ({ next: 'postpone', delayMs })));
  });

  it('is asked again every few seconds where it is at work and asks for fewer requests, not before it wants to be', () => {
    const busy = toErrorRecord(
      retryable('EMBEDDER.RATE_LIMITED', 'slow down', { category: 'overloaded', retryAfterMs: 1000, untaken: true }),
    );
    expect(verdict(1, busy)).toEqual({ next: 'postpone', delayMs: 1000 });
    expect(verdict(10_000, busy)).toEqual({ next: 'postpone', delayMs: 5000 });
    expect(verdict(10_000, { ...busy, retryAfterMs: 60_000 })).toEqual({ next: 'postpone', delayMs: 60_000 });
  });

  it('counts for a queue that does not outlast it', () => {
    expect(verdictOn({ error: untaken, policy, failures: 60 })).toEqual({ next: 'dead' });
  });

  it('is told of ever more rarely, where such runs do not count', () => {
    const told = Array.from({ length: 20 }, (_, i) => i + 1).filter((runs) => isWorthTelling(untaken, outlasting, runs));
    expect(told).toEqual([1, 2, 4, 8, 16]);
    expect(isWorthTelling(away, outlasting, 3)).toBe(true);
    expect(isWorthTelling(untaken, policy, 3)).toBe(true);
  });
});

it('gives up at once what trying again cannot mend', () => {
  expect(verdictOn({ error: toErrorRecord(permanent('A.B', 'no')), policy, failures: 1 })).toEqual({ next: 'dead' });
});

it('waits as long as the error asks for', () => {
  const error = toErrorRecord(retryable('A.B', 'slow down', { retryAfterMs: 60_000 }));
  expect(verdictOn({ error, policy, failures: 1 })).toEqual({ next: 'retry', delayMs: 60_000 });
});

it('puts a job back without counting when a queue downstream was full, however often', () => {
  const error = toErrorRecord(retryable('QUEUE.BACKPRESSURE', 'full', { retryAfterMs: 100 }));
  const verdict = verdictOn({ error, policy, failures: 99, random: () => 0.5 });
  expect(verdict).toEqual({ next: 'postpone', delayMs: 100 });
});
