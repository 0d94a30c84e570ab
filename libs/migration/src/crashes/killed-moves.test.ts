import { physicalName } from '@tributary/engines-port';
import { SeededRandom, testSeed } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MigrationPoint } from '../collaborators.js';
import { allPoints, type MigrationBed } from '../testbed/migration-bed.fixture.js';
import { killAfter } from './kill-after.fixture.js';
import { KilledBed } from './killed-bed.fixture.js';

const KILLS = process.env['TRIBUTARY_TEST_LONG'] === '1' ? 60 : 4;
const DOCUMENTS = 300;

let opened: KilledBed;
let bed: MigrationBed;
beforeEach(async () => {
  opened = await KilledBed.open(DOCUMENTS);
  bed = opened.bed;
  await bed.remove('doc-0004', 2);
});
afterEach(() => opened.close());

/** What must hold after a move, whatever came between. */
async function expectMoved(points: number): Promise<void> {
  expect(await bed.status()).toMatchObject({ state: 'done' });
  expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'second', generation: 2, building: [] });
  expect(await bed.points()).toEqual(await allPoints(opened.main, physicalName('notes', 1)));
  expect(await bed.points()).toHaveLength(points);
}

const POINTS: readonly (readonly [MigrationPoint, number])[] = [
  ['generation-chosen', 1],
  ['generation-added', 1],
  ['batch-copied', 1],
  ['batch-copied', 3],
  ['pass-ended', 1],
  ['parity-proven', 1],
  ['switched', 1],
];

describe('a worker killed in the middle of a move', () => {
  it.each(POINTS)('at %s, hit %i, loses nothing: the next one goes on', { timeout: 120_000 }, async (point, onHit) => {
    await bed.start({ from: 'notes', to: 'second' });
    const child = opened.start(point, onHit);
    await child.line('standing');
    await child.kill();
    // The old one answers until the new one is complete; writes go on.
    if (point !== 'switched') expect(await bed.catalog.collections.get('notes')).toMatchObject({ engine: 'main', generation: 1 });
    expect(await bed.points()).toHaveLength(2 * (DOCUMENTS - 1));
    if (point !== 'switched') {
      await bed.write('meanwhile');
      await bed.write('doc-0007', { version: 2, chunks: ['Changed after the kill.'] });
      await bed.remove('doc-0008', 2);
    }
    await bed.run();
    await expectMoved(point === 'switched' ? 2 * (DOCUMENTS - 1) : 2 * (DOCUMENTS - 1) + 1 - 1 - 2);
  });

  it('again and again at random moments loses nothing', { timeout: 600_000 }, async () => {
    const random = new SeededRandom(testSeed(process.env['TRIBUTARY_TEST_SEED']));
    await bed.start({ from: 'notes', to: 'second' });
    let version = 2;
    for (let kills = 0; kills < KILLS; kills++) {
      const child = opened.start();
      await child.line('ready');
      const killed = killAfter(child, random.below(400));
      await bed.write(`doc-00${(10 + random.below(80)).toString()}`, { version: version++ });
      await killed;
      if ((await bed.status()).state === 'done') await bed.start({ from: 'notes', back: true });
    }
    await bed.run();
    expect(await bed.status()).toMatchObject({ state: 'done', parity: { missing: 0, extra: 0, changed: 0, vectors_off: 0, overlap: 1 } });
    const record = await bed.catalog.collections.get('notes');
    expect(record?.building).toEqual([]);
    const [one, two] = await Promise.all([
      allPoints(opened.main, physicalName('notes', 1)),
      allPoints(opened.second, physicalName('notes', 2)),
    ]);
    expect(one).toEqual(two);
  });
});
