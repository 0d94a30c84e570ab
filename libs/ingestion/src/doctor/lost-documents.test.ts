import { ingestDocumentQueue } from '@tributary/contracts';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Examine } from './examine.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
});
afterEach(() => bed.close());

const DOCUMENTS = ['x', 'y'].map((id) => ({ v: 1 as const, collection: 'notes', id, content: `Note ${id}.`, version: 7 }));

function handIn(documents: readonly (typeof DOCUMENTS)[number][]) {
  return new AcceptDocuments(bed.collaborators).run(documents);
}

const examine = () => new Examine(bed.collaborators).run({ repair: true }, AbortSignal.timeout(60_000));

/** Deletes rows of points below documents that stay noted. */
function losePoints(): Promise<void> {
  const database = new DatabaseSync(join(bed.folder, 'store.db'));
  database.exec('DELETE FROM points');
  database.close();
  return Promise.resolve();
}

it.each([
  ['its collection', () => bed.engine.dropCollection('notes__g1')],
  ['its points alone', losePoints],
])('takes a document back with the version it had, after the engine lost %s and a repair marked it', async (_what, lose) => {
  await handIn(DOCUMENTS);
  await bed.idle();
  await lose();
  await examine();
  expect(await bed.catalog.documents.get('notes/x')).toMatchObject({ state: 'failed', error: { code: 'DOCUMENT.POINTS_LOST' } });
  const older = DOCUMENTS.map((document) => ({ ...document, version: 6, content: 'Older.' }));
  expect((await handIn(older)).map(({ status }) => status)).toEqual(['superseded', 'superseded']);
  expect((await handIn(DOCUMENTS)).map(({ status }) => status)).toEqual(['accepted', 'accepted']);
  await bed.idle();
  expect((await bed.points('notes')).map(({ payload }) => payload.content).toSorted()).toEqual(['Note x.', 'Note y.']);
  expect((await examine()).examples.filter(({ kind }) => kind !== 'wrong-statistics')).toEqual([]);
});

it('takes the next version of a producer after what was lost came back under a version of our own', async () => {
  const four = ['a', 'b', 'c', 'd'].map((id) => ({ v: 1 as const, collection: 'notes', id, content: `Note ${id}.`, version: 5 }));
  await handIn(four);
  await bed.idle();
  await losePoints();
  await examine();
  await handIn(four);
  await bed.idle();
  expect(new Set((await handIn(four)).map(({ status }) => status))).toEqual(new Set(['unchanged']));
  const next = four.map((document) => ({ ...document, content: `Changed: ${document.id}.`, version: 6 }));
  expect(new Set((await handIn(next)).map(({ status }) => status))).toEqual(new Set(['accepted']));
  await bed.idle();
  expect((await bed.points('notes')).map(({ payload }) => payload.content).toSorted()).toEqual(next.map(({ content }) => content));
  expect((await examine()).examples.filter(({ kind }) => kind !== 'wrong-statistics')).toEqual([]);
});

it('takes that next version also from the queue', async () => {
  const [given] = DOCUMENTS;
  if (given === undefined) throw new Error('no document');
  await handIn([given]);
  await bed.idle();
  await losePoints();
  await examine();
  await handIn([given]);
  await bed.idle();
  await bed.queues.add(ingestDocumentQueue, { ...given, content: 'Changed.', version: given.version + 1 });
  await bed.idle();
  expect((await bed.points('notes')).map(({ payload }) => payload.content)).toEqual(['Changed.']);
  expect(await bed.catalog.documents.get('notes/x')).toMatchObject({ state: 'indexed', lost: given.version + 1 });
});

it('leaves what came from a source that the catalog lost to the source that brings it again', async () => {
  await bed.write('files/a.md', 'A file.');
  const add = async () => {
    const { sourceId } = await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'files'), collection: 'notes' });
    await bed.idle();
    return sourceId;
  };
  await handIn(DOCUMENTS);
  await bed.catalog.sources.delete([await add()]);
  await bed.catalog.documents.delete(['notes/files/a.md', 'notes/x']);
  await examine();
  expect((await bed.catalog.documents.get('notes/x'))?.left).toBeUndefined();
  await bed.write('files/a.md', 'A file, changed.');
  await add();
  expect(await bed.texts('notes')).toContain('A file, changed.');
});
