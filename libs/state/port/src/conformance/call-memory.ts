import { describe, expect, it } from 'vitest';
import type { CallMemory } from '../call-memory.js';
import { prepare, type StateSuite } from './harness.js';

const HOUR_MS = 3_600_000;

/** The behaviours of everything that remembers calls by their key. */
export function describeCallMemory(suite: StateSuite<CallMemory>): void {
  describe(suite.name, () => {
    const { both, pass } = prepare(suite);

    it('remembers a call for every replica: that it has begun, then its answer', async () => {
      const [one, other] = both();
      expect(await one.claim('key', 'print')).toBeUndefined();
      expect(await other.claim('key', 'print')).toEqual({ state: 'begun', fingerprint: 'print' });
      await one.answer('key', { fingerprint: 'print', answer: '[1]' });
      expect(await other.claim('key', 'another')).toEqual({ state: 'answered', fingerprint: 'print', answer: '[1]' });
      expect(await other.claim('another key', 'print')).toBeUndefined();
    });

    it('gives a key to one of those who claim it at the same time', async () => {
      const [one, other] = both();
      const claims = await Promise.all([one, other, one, other].map((memory) => memory.claim('key', 'print')));
      expect(claims.filter((kept) => kept === undefined)).toHaveLength(1);
    });

    it('forgets a call that failed', async () => {
      const [one, other] = both();
      await one.claim('key', 'print');
      await other.release('key');
      expect(await one.claim('key', 'print')).toBeUndefined();
    });

    it('keeps an answer for 24 hours', async () => {
      const [one, other] = both();
      await one.claim('key', 'print');
      await one.answer('key', { fingerprint: 'print', answer: '[1]' });
      await pass(23 * HOUR_MS);
      expect(await other.claim('key', 'print')).toMatchObject({ state: 'answered' });
      await pass(HOUR_MS);
      expect(await other.claim('key', 'print')).toBeUndefined();
    });
  });
}
