import { describe, expect, it } from 'vitest';
import type { SessionStore } from '../session-store.js';
import { prepare, type StateSuite } from './harness.js';

const HOUR_MS = 3_600_000;

/** The behaviours of everything that keeps sessions of browsers. */
export function describeSessionStore(suite: StateSuite<SessionStore>): void {
  describe(suite.name, () => {
    const { both, pass } = prepare(suite);

    it('keeps what one replica puts there for the others, for its time', async () => {
      const [one, other] = both();
      await one.set('id', 'sealed', 2 * HOUR_MS);
      await pass(HOUR_MS);
      expect(await other.get('id')).toBe('sealed');
      expect(await other.get('another')).toBeUndefined();
      await pass(HOUR_MS);
      expect(await other.get('id')).toBeUndefined();
      expect(await one.take('id')).toBeUndefined();
    });

    it('sets again what is there still, for a time of its own, and nothing else', async () => {
      const [one, other] = both();
      await one.set('id', 'sealed', 2 * HOUR_MS);
      await pass(HOUR_MS);
      expect(await other.replace('id', 'anew', 2 * HOUR_MS)).toBe(true);
      await pass(HOUR_MS);
      expect(await one.get('id')).toBe('anew');
      await pass(HOUR_MS);
      expect(await one.replace('id', 'too late', HOUR_MS)).toBe(false);
      expect(await one.get('id')).toBeUndefined();
    });

    it('gives what counts once to one of those who take it', async () => {
      const [one, other] = both();
      await one.set('id', 'sealed', HOUR_MS);
      const taken = await Promise.all([one, other, one, other].map((store) => store.take('id')));
      expect(taken.filter((value) => value === 'sealed')).toHaveLength(1);
      expect(await one.replace('id', 'back', HOUR_MS)).toBe(false);
      expect(await other.get('id')).toBeUndefined();
    });

    it('lets one of several claim a key, and another one after its time or when it was taken', async () => {
      const [one, other] = both();
      const claim = async () => (await Promise.all([one, other, one].map((store) => store.claim('lock', HOUR_MS)))).filter(Boolean).length;
      expect(await claim()).toBe(1);
      expect(await claim()).toBe(0);
      await other.take('lock');
      expect(await claim()).toBe(1);
      await pass(HOUR_MS);
      expect(await claim()).toBe(1);
    });
  });
}
