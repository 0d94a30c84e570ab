import { embedChunksQueue, ingestDocumentQueue, readLocalQueue, syncLocalQueue, type IngestDocument } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';

const BULK = 120;
/** Of the texts embedded so many may come before one that goes ahead: what was begun is ended. */
const BEGUN = 24;
const MINE = 'Mine, saved just now.';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

function documents(count: number, text: (n: number) => string): readonly IngestDocument[] {
  return Array.from({ length: count }, (_, n) => ({
    v: 1,
    collection: 'notes',
    id: `${count.toString()}-${n.toString()}`,
    content: text(n),
  }));
}

const handIn = (given: readonly IngestDocument[]) => new AcceptDocuments(bed.collaborators).run(given);
const bulk = () => handIn(documents(BULK, (n) => `Number ${n.toString()} of many.`));
const mine = () => handIn(documents(1, () => MINE));
/** Texts that were embedded before mine. */
const before = () => bed.provider.texts.findIndex((text) => text.includes(MINE));
const untilSplit = () =>
  eventually(async () => {
    const { waiting, active } = await bed.queues.counts(ingestDocumentQueue);
    return waiting + active === 0;
  });

describe('a document that is handed in alone', () => {
  it('is cut before those of a bulk that wait', async () => {
    await bulk();
    await mine();
    await bed.start();
    await bed.idle();
    expect(before()).toBeLessThan(BEGUN);
  });

  it('is embedded before those of a bulk that are cut already', async () => {
    await bed.start({}, [ingestDocumentQueue]);
    await bulk();
    await untilSplit();
    await mine();
    await untilSplit();
    await bed.stop();
    await bed.start({}, [embedChunksQueue]);
    await bed.idle();
    expect(before()).toBeLessThan(BEGUN);
  });
});

it('a file that is saved goes before those of a tree that is being indexed', async () => {
  const queues = [syncLocalQueue];
  for (let n = 0; n < BULK; n++) await bed.write(`tree/${n.toString()}.md`, `Number ${n.toString()} of many.`);
  await bed.write('notes/a.md', 'First.');
  const { collaborators } = bed;
  const add = (name: string) => new AddSource(collaborators).run({ location: `${bed.folder}/${name}` });
  await bed.start({}, queues);
  await add('tree');
  await eventually(async () => (await bed.queues.counts(readLocalQueue)).waiting === BULK);
  await bed.write('notes/a.md', MINE);
  await add('notes');
  await eventually(async () => (await bed.queues.counts(readLocalQueue)).waiting === BULK + 1);
  await bed.stop();
  await bed.start();
  await bed.idle();
  expect(before()).toBeLessThan(BEGUN);
});
