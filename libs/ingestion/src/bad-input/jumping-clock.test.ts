import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Sweep } from '../upkeep/sweep.use-case.js';

const YEAR_MS = 365 * 24 * 3_600_000;

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
});
afterEach(() => bed.close());

it.each([
  ['back by a year and forward again', [-YEAR_MS, 2 * YEAR_MS]],
  ['forward by a year and back again', [YEAR_MS, -2 * YEAR_MS]],
])('keeps the newest version of a file whatever the clock says: %s', async (_, jumps) => {
  await bed.write('shelf/a.md', 'As it was.');
  await bed.write('shelf/b.md', 'Beside it.');
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'shelf') });
  await bed.idle();
  const sync = async () => {
    await bed.queues.add(syncLocalQueue, { source_id: sourceId });
    await bed.idle();
    await new Sweep(bed.collaborators).run({ olderThanMs: 600_000 });
    await bed.idle();
  };
  for (const jump of jumps) {
    bed.clock.moveOn(jump);
    const said = `Changed after the clock moved by ${jump.toString()}.`;
    await bed.write('shelf/a.md', said);
    await sync();
    expect(await bed.texts('shelf-docs')).toEqual([said, 'Beside it.']);
  }
  await rm(join(bed.folder, 'shelf/a.md'));
  bed.clock.moveOn(-YEAR_MS);
  await sync();
  expect(await bed.texts('shelf-docs')).toEqual(['Beside it.']);
  expect(await new SummariseSource(bed.collaborators).run(sourceId)).toMatchObject({ state: 'idle', documents: 1, pending: 0, failed: 0 });
});

it('gives what is handed in later the greater version, also when the clock went back meanwhile', async () => {
  const hand = async (content: string) => {
    const [outcome] = await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'notes', id: 'a', content }]);
    await bed.idle();
    return outcome?.version ?? 0;
  };
  const first = await hand('First.');
  bed.clock.moveOn(-YEAR_MS);
  expect(await hand('Second.')).toBeGreaterThan(first);
  expect(await bed.texts('notes')).toEqual(['Second.']);
});
