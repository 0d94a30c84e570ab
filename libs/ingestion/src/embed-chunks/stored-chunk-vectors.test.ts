import { expect, it } from 'vitest';
import { documentId } from '@tributary/kernel/ids';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { storedChunkVectors } from './stored-chunk-vectors.js';

it('finds the vector of the same content under the same heading, and of no other', async () => {
  await using bed = await Testbed.open();
  await bed.start();
  await new AcceptDocuments(bed.collaborators).run([
    { v: 1, collection: 'notes', id: 'a', title: 'Ships', content: 'They are made of wood.' },
  ]);
  await bed.idle();
  const [point] = await bed.points('notes');
  const { hash = '', heading = '' } = point?.payload ?? {};
  const find = await storedChunkVectors(bed.engine, 'notes__g1', documentId('notes', 'a'));
  expect(heading).toContain('Ships');
  expect(find({ hash, heading })).toEqual(point?.vector);
  expect(find({ hash, heading: 'Houses' })).toBeUndefined();
  expect(find({ hash: 'other', heading })).toBeUndefined();
});
