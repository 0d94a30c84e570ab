import { ingestDocumentQueue, type IngestDocument } from '@tributary/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Testbed } from '../testbed/testbed.fixture.js';
import { AcceptDocuments } from './accept-documents.use-case.js';
import { saysNothing } from './no-text.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
});
afterEach(() => bed.close());

const BLANK = ['', ' \t\n', '\u200b', '\u3164\u00a0', '\u001b[1;31m \u001b[0m'];

function document(content: string, over: Partial<IngestDocument> = {}): IngestDocument {
  return { v: 1, collection: 'notes', id: 'a', content, ...over };
}

async function hand(content: string, over: Partial<IngestDocument> = {}, options = {}) {
  const [outcome] = await new AcceptDocuments(bed.collaborators).run([document(content, over)], options);
  await bed.idle();
  return outcome;
}

const texts = () => bed.texts('notes');
const row = () => bed.catalog.documents.get('notes/a');

it('are those of which nothing is left once they are cleaned', () => {
  expect(BLANK.map(saysNothing)).toEqual(BLANK.map(() => true));
  for (const text of ['a', '7', '§', '漢', 'ü', '👍🏽', ' \n-']) expect(saysNothing(text)).toBe(false);
});

it('are refused, with what to do', async () => {
  for (const text of BLANK) {
    const outcome = await hand(text, { title: 'A title' });
    expect(outcome).toMatchObject({ status: 'refused', error: { code: 'DOCUMENT.NO_TEXT' } });
    expect(outcome?.error?.message).toContain('send a text in `content`');
  }
  expect(await row()).toBeUndefined();
});

it('are refused by their version, too, and an older text comes too late then', async () => {
  expect(await hand(' ', { version: 10 })).toMatchObject({ status: 'refused', error: { code: 'DOCUMENT.NO_TEXT' } });
  expect(await row()).toMatchObject({ state: 'deleted', version: 9 });
  expect(await row()).toHaveProperty('indexed_at');
  const late = await hand('An older text.', { version: 9 });
  expect(late).toMatchObject({ status: 'superseded', version: 9 });
  expect(late?.note).toContain('Nothing is kept');
  expect(await hand(' ', { version: 12 })).toMatchObject({ status: 'refused' });
  expect(await hand('An older text.', { version: 11 })).toMatchObject({ status: 'superseded', version: 11 });
  expect(await hand(' ', { version: 10 })).toMatchObject({ status: 'superseded', version: 11 });
  expect(await texts()).toEqual([]);
  expect(await hand('A newer text.', { version: 13 })).toMatchObject({ status: 'accepted', version: 13 });
  expect(await texts()).toEqual(['A newer text.']);
});

it('are refused again, and the text that was left out is taken by the same version', async () => {
  for (const version of [5, 5, 0]) {
    const id = `of-${version.toString()}`;
    expect(await hand(' ', { id, version })).toMatchObject({ status: 'refused', error: { code: 'DOCUMENT.NO_TEXT' } });
  }
  expect(await hand('Of five.', { id: 'of-5', version: 5 })).toMatchObject({ status: 'accepted', version: 5 });
  expect(await hand('Of none.', { id: 'of-0', version: 0 })).toMatchObject({ status: 'accepted', version: 0 });
  expect((await texts()).toSorted()).toEqual(['Of five.', 'Of none.']);
});

it('are taken with a vector', async () => {
  const vector = Array.from({ length: 256 }, (_, i) => i + 1);
  expect(await hand('', { vector })).toMatchObject({ status: 'accepted' });
  expect(await bed.points('notes')).toHaveLength(1);
});

describe('in the place of a document', () => {
  beforeEach(() => hand('A text.', { version: 7 }));

  it('delete it, by their own version, and say so', async () => {
    const outcome = await hand(' ', { version: 8 });
    expect(outcome).toMatchObject({ status: 'accepted', version: 8 });
    expect(outcome?.note).toContain('deleted');
    expect(await texts()).toEqual([]);
    expect(await row()).toMatchObject({ state: 'deleted', version: 8 });
    expect(await row()).toHaveProperty('indexed_at');
    expect(await row()).not.toHaveProperty('pending');
    const again = await hand(' ', { version: 8 });
    expect(again).toMatchObject({ status: 'superseded', version: 8 });
    expect(again?.note).toContain('Nothing is kept');
    expect(await hand('A text.', { version: 7 })).toMatchObject({ status: 'superseded' });
    expect(await hand(' ', { version: 9 })).toMatchObject({ status: 'refused' });
    expect(await hand('Another text.', { version: 10 })).toMatchObject({ status: 'accepted', version: 10 });
    expect(await texts()).toEqual(['Another text.']);
  });

  it('leave it alone by an older version, and where a text is needed', async () => {
    const older = await hand(' ', { version: 6 });
    expect(older).toMatchObject({ status: 'superseded' });
    expect(older).not.toHaveProperty('note');
    expect(await hand(' ', { version: 8 }, { needsText: true })).toMatchObject({ status: 'refused', error: { code: 'DOCUMENT.NO_TEXT' } });
    expect(await texts()).toEqual(['A text.']);
  });

  it('leave it alone where it is another’s', async () => {
    await hand('Of Bob.', { version: 8, user_id: 'bob' });
    const writer = { subject: 'ada', user_id: 'ada', groups: [], scopes: [], collections: ['*'], unrestricted: false };
    expect(await hand(' ', { version: 9 }, { writer })).toMatchObject({ status: 'refused', error: { code: 'DOCUMENT.ID_TAKEN' } });
    expect(await texts()).toEqual(['Of Bob.']);
  });

  it('delete it by the queue, too, where nothing is refused for good', async () => {
    await bed.queues.add(ingestDocumentQueue, document('\u200b', { version: 8 }));
    await bed.idle();
    expect(await texts()).toEqual([]);
    expect(await row()).toMatchObject({ state: 'deleted', version: 8 });
    expect(await row()).toHaveProperty('indexed_at');
    const { id } = await bed.queues.add(ingestDocumentQueue, document(' ', { id: 'b', version: 1 }));
    await bed.idle();
    expect(await bed.queues.get(id)).toMatchObject({ state: 'dead', error: { code: 'DOCUMENT.NO_TEXT' } });
    expect(await bed.catalog.documents.get('notes/b')).toMatchObject({ state: 'deleted', version: 0 });
    expect(await bed.catalog.documents.get('notes/b')).toHaveProperty('indexed_at');
  });
});
