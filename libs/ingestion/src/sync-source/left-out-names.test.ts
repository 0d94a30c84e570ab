import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { syncLocalQueue } from '@tributary/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { SummariseSource } from '../sources/state/summarise-source.js';
import { Testbed } from '../testbed/testbed.fixture.js';

/** Only reading them tells. */
const KEY = '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ==\n';
const BINARY = 'a\u0000b';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  await bed.write('shelf/a.md', 'First note.');
});
afterEach(() => bed.close());

async function index(): Promise<string> {
  const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'shelf') });
  await bed.idle();
  return sourceId;
}

const told = async (id: string) => {
  const { skipped, last_sync: last } = (await new SummariseSource(bed.collaborators).run(id)) ?? {};
  return {
    skipped,
    examples: Object.fromEntries(Object.entries(last?.examples ?? {}).map(([reason, paths]) => [reason, paths.toSorted()])),
  };
};

it('files that are left out when they are read are named after the first sync, as those are that the walk leaves out', async () => {
  await bed.write('shelf/.env', 'SECRET=1');
  await bed.write('shelf/key.asc', KEY);
  await bed.write('shelf/deep/dump.txt', BINARY);
  const id = await index();
  expect(await told(id)).toEqual({
    skipped: { secret: 2, binary: 1 },
    examples: { secret: ['.env', 'key.asc'], binary: ['deep/dump.txt'] },
  });
  await writeFile(join(bed.folder, 'shelf/deep/dump.txt'), 'Text by now.');
  await bed.queues.add(syncLocalQueue, { source_id: id, paths: ['deep/dump.txt'] });
  await bed.idle();
  await bed.queues.add(syncLocalQueue, { source_id: id });
  await bed.idle();
  expect(await told(id)).toEqual({ skipped: { secret: 2 }, examples: { secret: ['.env', 'key.asc'] } });
});

it('one that a sync of a part finds is named beside those of the last sync of everything', async () => {
  await bed.write('shelf/.env', 'SECRET=1');
  const id = await index();
  await bed.write('shelf/key.asc', KEY);
  await bed.queues.add(syncLocalQueue, { source_id: id, paths: ['key.asc'] });
  await bed.idle();
  expect(await told(id)).toEqual({ skipped: { secret: 2 }, examples: { secret: ['.env', 'key.asc'] } });
});
