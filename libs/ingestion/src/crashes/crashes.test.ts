import { SeededRandom, temporaryFolder, testSeed } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrashPoint } from '../collaborators/crash-points.js';
import { KillableRun, type Ending } from './killable-run.fixture.js';

/** Longest time from ready to a random kill: less than an undisturbed run takes. */
const LONGEST_MS = 600;
const KILLS = process.env['TRIBUTARY_TEST_LONG'] === '1' ? 100 : 8;

/** Writes up to the one that waits until all before it are indexed. What crashes later starts with their index, which is made once. */
const INDEXED = 7;

let undisturbed: object;
let indexed: KillableRun;
let folders: Awaited<ReturnType<typeof temporaryFolder>>[] = [];
beforeAll(async () => {
  const run = await fresh();
  expect(await run.run()).toEqual({ killed: false, acknowledged: 12 });
  undisturbed = await run.state();
  indexed = await fresh();
  expect(await indexed.run({ until: INDEXED })).toEqual({ killed: false, acknowledged: INDEXED });
  await indexed.save();
}, 60_000);
afterAll(async () => {
  await Promise.all(folders.map((folder) => folder.remove()));
  folders = [];
});

async function fresh(): Promise<KillableRun> {
  const folder = await temporaryFolder();
  folders.push(folder);
  return new KillableRun(folder.path).prepare();
}

/** Where documents are indexed where they were cut. */
const POINTS_HERE: readonly (readonly [CrashPoint, number])[] = [
  ['document-accepted', 3],
  ['document-embedded', 9],
  ['document-written', 12],
  ['document-indexed', 8],
];

const POINTS: readonly (readonly [CrashPoint, number])[] = [
  ['collection-row-written', 1],
  ['document-accepted', 1],
  ['document-accepted', 3],
  ['chunks-enqueued', 5],
  ['part-staged', 1],
  ['part-staged', 3],
  ['document-embedded', 9],
  ['document-written', 1],
  ['document-written', 12],
  ['document-indexed', 8],
  ['tombstone-written', 1],
];

/** Behind the writes that are indexed: hits count from there. */
const POINTS_LATER: readonly (readonly [CrashPoint, number])[] = [
  ['tombstone-applied', 1],
  ['removal-recorded', 1],
  ['removal-recorded', 2],
  ['source-deregistered', 1],
  ['source-scanned', 1],
];

describe('a process killed', () => {
  it.each(POINTS)('at %s, hit %i, and started again ends with the same index', { timeout: 60_000 }, async (point, onHit) => {
    const run = await fresh();
    const crashed = await run.run({ crash: { point, onHit } });
    expect(crashed.killed).toBe(true);
    expect(await run.run({ from: crashed.acknowledged })).toEqual({ killed: false, acknowledged: 12 });
    expect(await run.state()).toEqual(undisturbed);
  });

  it.each(POINTS_LATER)(
    'at %s, hit %i, after much was indexed, and started again ends with the same index',
    { timeout: 60_000 },
    async (point, onHit) => {
      const run = await indexed.restore();
      const crashed = await run.run({ from: INDEXED, crash: { point, onHit } });
      expect(crashed.killed).toBe(true);
      expect(await run.run({ from: crashed.acknowledged })).toEqual({ killed: false, acknowledged: 12 });
      expect(await run.state()).toEqual(undisturbed);
    },
  );

  it.each(POINTS_HERE)(
    'at %s, hit %i, where it indexes what it cut, and started again ends with the same index',
    { timeout: 60_000 },
    async (point, onHit) => {
      const run = await fresh();
      const crashed = await run.run({ crash: { point, onHit }, indexesHere: true });
      expect(crashed.killed).toBe(true);
      expect(await run.run({ from: crashed.acknowledged, indexesHere: true })).toEqual({ killed: false, acknowledged: 12 });
      expect(await run.state()).toEqual(undisturbed);
    },
  );

  it('again and again at random moments ends with the same index', { timeout: 600_000 }, async () => {
    const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
    let kills = 0;
    while (kills < KILLS) {
      const run = await fresh();
      let ending: Ending = { killed: true, acknowledged: 0 };
      const indexesHere = random.below(2) === 1;
      while (ending.killed && kills < KILLS) {
        ending = await run.run({ from: ending.acknowledged, killAfterMs: random.below(LONGEST_MS), indexesHere });
        if (ending.killed) kills++;
      }
      if (ending.killed) await run.run({ from: ending.acknowledged, indexesHere });
      expect(await run.state()).toEqual(undisturbed);
    }
    console.log(`killed ${kills} times`);
  });
});
