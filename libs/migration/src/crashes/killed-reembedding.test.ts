import { vectorOf } from '@tributary/engines-port/memory';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MigrationPoint } from '../collaborators.js';
import type { MigrationBed } from '../testbed/migration-bed.fixture.js';
import { KilledBed } from './killed-bed.fixture.js';

const DOCUMENTS = 90;

let opened: KilledBed;
let bed: MigrationBed;
beforeEach(async () => {
  opened = await KilledBed.open(DOCUMENTS);
  bed = opened.bed;
});
afterEach(() => opened.close());

const POINTS: readonly (readonly [MigrationPoint, number])[] = [
  ['generation-added', 1],
  ['batch-copied', 1],
  ['parity-proven', 1],
  ['switched', 1],
];

it.each(POINTS)(
  'a worker killed while it re-embeds, at %s, hit %i, loses nothing: the next one goes on',
  { timeout: 120_000 },
  async (point, onHit) => {
    await bed.reembed({ model: 'wide' });
    const child = opened.start(point, onHit);
    await child.line('standing');
    await child.kill();
    const isSwitched = point === 'switched';
    const { card, generation } = (await bed.catalog.collections.get('notes')) ?? {};
    expect([generation, card?.model.name]).toEqual(isSwitched ? [2, 'wide'] : [1, 'sample']);
    if (!isSwitched) await bed.write('doc-0007', { version: 2, chunks: ['Changed after the kill.'] });
    await bed.run();
    expect(await bed.status()).toMatchObject({ state: 'done', model: 'wide' });
    expect(await bed.catalog.collections.get('notes')).toMatchObject({ generation: 2, building: [], card: { model: { name: 'wide' } } });
    const points = await bed.points();
    expect(points).toHaveLength(isSwitched ? 2 * DOCUMENTS : 2 * DOCUMENTS - 1);
    for (const { payload, vector } of points) expect(vector).toEqual(vectorOf(payload.content, 12));
    // What the killed one had finished is not made again.
    if (point === 'batch-copied') expect(bed.wide.texts.length).toBeLessThan(2 * DOCUMENTS - 100);
  },
);
