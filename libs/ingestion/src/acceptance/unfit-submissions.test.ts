import { anybody, type IngestDocument } from '@tributary/contracts';
import { chunkOriginalId, md5Uuid } from '@tributary/kernel/ids';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';
import { AcceptDocuments } from './accept-documents.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
});
afterEach(() => bed.close());

const as = (user_id: string) => ({ ...anybody, subject: user_id, user_id });
const of = (user_id: string, id: string, more: Partial<IngestDocument> = {}) => ({
  v: 1 as const,
  collection: 'diary',
  id,
  user_id,
  ...more,
});
const hand = async (document: IngestDocument, user: string) => {
  const [outcome] = await new AcceptDocuments(bed.collaborators).run([document], { writer: as(user) });
  return outcome?.error;
};
const knownTo = async () => (await bed.catalog.collections.get('diary'))?.known_to;

it('make a collection that a user keeps to himself known to nobody, and tell nothing of it', async () => {
  await bed.start();
  await hand(of('ada', 'own', { content: 'Of Ada.' }), 'ada');
  await bed.idle();
  const vector = [1, 2, 3];
  const mismatch = await hand(of('ben', 'b', { vector }), 'ben');
  expect(mismatch).toEqual({
    code: 'ENGINE.DIMENSION_MISMATCH',
    message: 'diary takes no vector of 3 dimensions: give the text alone, or store it elsewhere.',
  });
  const point_id = md5Uuid(chunkOriginalId({ collection: 'diary', key: 'own', chunk: 0 }));
  expect(await hand(of('ben', 'c', { content: 'Of Ben.', point_id }), 'ben')).toMatchObject({ code: 'DOCUMENT.ID_TAKEN' });
  expect(await knownTo()).toEqual(['user:ada']);
  expect((await hand(of('ada', 'd', { vector }), 'ada'))?.message).toContain('made by static');
  expect(await hand(of('ben', 'e', { content: 'Of Ben.' }), 'ben')).toBeUndefined();
  expect(await knownTo()).toEqual(['user:ada', 'user:ben']);
});
