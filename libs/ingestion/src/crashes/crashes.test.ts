import { SeededRandom, temporaryFolder, testSeed } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrashPoint } from '../collaborators/crash-points.js';
import { KillableRun, type Ending } from './killable-run.fixture.js';

/** Longest time from ready to a random kill: less than an undisturbed run takes. */
const LONGEST_MS = 600;
const KILLS = process.env['TRIBUTARY_TEST_LONG'] === '1' ? 100 : 8;

let undisturbed: object;
let folders: Awaited<ReturnType<typeof temporaryFolder>>[] = [];
beforeAll(async () => {
  const run = await fresh();
  expect(await run.run()).toEqual({ killed: false, acknowledged: 12 });
  undisturbed = await run.state();
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
  ['tombstone-applied', 2],
  ['removal-recorded', 1],
  ['removal-recorded', 2],
  ['source-deregistered', 1],
  ['source-scanned', 3],
];

describe('a process killed', () => {
  it.each(POINTS)('at %s, hit %i, and started again ends with the same index', { timeout: 60_000 }, async (point, onHit) => {
    const run = await fresh();
    const crashed = await run.run({ crash: { point, onHit } });
    expect(crashed.killed).toBe(true);
    expect(await run.run({ from: crashed.acknowledged })).toEqual({ killed: false, acknowledged: 12 });
    expect(await run.state()).toEqual(undisturbed);
  });

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
