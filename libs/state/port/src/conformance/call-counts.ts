import { describe, expect, it } from 'vitest';
import type { CallCounts, LimitSettings } from '../call-counts.js';
import { prepare, type StateHarness, type StateSuite } from './harness.js';

const YEAR_MS = 365 * 86_400_000;
/** Far more than a test takes. */
const INTERVAL_MS = 1_000_000;
const SETTINGS: LimitSettings = { searchesPerSecond: 1000 / INTERVAL_MS, searchBurst: 6, ingestsAtOnce: 3 };

export interface CallCountsSuite extends Omit<StateSuite<CallCounts>, 'makeHarness'> {
  readonly makeHarness: (settings: LimitSettings) => Promise<StateHarness<CallCounts>>;
  /** How long an ingest of a process that died counts. Left out where counts end with their process. */
  readonly leaseMs?: number;
}

/** The behaviours of everything that counts what callers ask for. */
export function describeCallCounts(suite: CallCountsSuite): void {
  describe(suite.name, () => {
    const { both, open, pass } = prepare({ ...suite, makeHarness: () => suite.makeHarness(SETTINGS) });

    /** How many of twelve searches go through, and how long the last one has to wait. */
    const search = async ([one, other]: readonly [CallCounts, CallCounts]) => {
      const waits: number[] = [];
      for (let n = 0; n < SETTINGS.searchBurst; n++) waits.push(await one.takeSearch('ada'), await other.takeSearch('ada'));
      return { taken: waits.filter((ms) => ms === 0).length, waitMs: waits.at(-1) ?? 0 };
    };

    it('lets a burst of searches through, of all replicas together, and says when the next one may come', async () => {
      const replicas = both();
      const { taken, waitMs } = await search(replicas);
      expect(taken).toBe(SETTINGS.searchBurst);
      expect(waitMs).toBeGreaterThan(0);
      expect(waitMs).toBeLessThanOrEqual(INTERVAL_MS);
      expect(await replicas[0].takeSearch('bob')).toBe(0);
      await pass(waitMs);
      expect((await search(replicas)).taken).toBe(1);
      await pass(SETTINGS.searchBurst * INTERVAL_MS);
      expect((await search(replicas)).taken).toBe(SETTINGS.searchBurst);
    });

    it('lets searches through after the clock was a year ahead and has been set back', async () => {
      const replicas = both();
      await search(replicas);
      await pass(-YEAR_MS);
      expect((await search(replicas)).taken).toBe(SETTINGS.searchBurst);
    });

    it('lets so many ingests run at once, of all replicas together, and the next when one has ended', async () => {
      const [one, other] = both();
      const begun = await Promise.all([one, other, one].map((counts) => counts.beginIngest('ada')));
      expect(begun.every((end) => end !== undefined)).toBe(true);
      expect(await other.beginIngest('ada')).toBeUndefined();
      const ofBob = await other.beginIngest('bob');
      await begun[0]?.();
      const next = await other.beginIngest('ada');
      expect(next).toBeDefined();
      expect(await one.beginIngest('ada')).toBeUndefined();
      for (const end of [...begun.slice(1), ofBob, next]) await end?.();
    });

    const { leaseMs } = suite;
    if (leaseMs === undefined) return;

    it.each([
      ['after a while', 0],
      ['also where the clock is set back meanwhile', -YEAR_MS],
    ])('counts ingests of a process that died no more, %s', async (_, stepMs) => {
      const replica = open();
      for (let n = 0; n < SETTINGS.ingestsAtOnce; n++) await replica.beginIngest('ada');
      const other = open();
      await replica.close();
      expect(await other.beginIngest('ada')).toBeUndefined();
      await pass(stepMs + leaseMs);
      const end = await other.beginIngest('ada');
      expect(end).toBeDefined();
      await end?.();
    });
  });
}
