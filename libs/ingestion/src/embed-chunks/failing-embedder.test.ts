import { countGaps } from '@tributary/engines-port';
import { permanent, retryable } from '@tributary/kernel';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { whenIndexed } from '../waiting/when-indexed.js';

let bed: Testbed;
let accept: AcceptDocuments;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  accept = new AcceptDocuments(bed.collaborators);
});
afterEach(() => bed.close());

function note(id: string, content: string) {
  return { v: 1 as const, collection: 'notes', id, version: 1, content };
}

async function gaps(): Promise<number> {
  const record = await bed.catalog.collections.get('notes');
  return record === undefined ? 0 : countGaps(bed.catalog, record);
}

it('ends in the dead letters with its reason when the embedder is broken for good, and is replayed by a redrive', async () => {
  bed.provider.refuse = () => permanent('EMBEDDER.KEY_REFUSED', 'The key was refused.');
  await accept.run([note('a', 'One.')]);
  await bed.idle();
  const [dead] = await bed.queues.list({ state: 'dead', limit: 10 });
  expect(dead?.error).toEqual({ code: 'EMBEDDER.KEY_REFUSED', message: 'The key was refused.' });
  expect(await bed.catalog.documents.get('notes/a')).toMatchObject({ state: 'failed', error: { code: 'EMBEDDER.KEY_REFUSED' } });
  const rows = [{ collection: 'notes', key: 'a', version: 1 }];
  const waiting = whenIndexed({ catalog: bed.catalog, rows }, { timeoutMs: 1000, signal: AbortSignal.timeout(5000) });
  await expect(waiting).rejects.toMatchObject({ code: 'EMBEDDER.KEY_REFUSED' });

  bed.provider.refuse = () => undefined;
  await bed.queues.redrive(dead?.id ?? '');
  await bed.idle();
  expect(await bed.texts('notes')).toEqual(['One.']);
  const row = await bed.catalog.documents.get('notes/a');
  expect([row?.state, row?.error]).toEqual(['indexed', undefined]);
});

it('gets over trouble that passes, without a word', async () => {
  let failures = 2;
  bed.provider.refuse = () => (failures-- > 0 ? retryable('EMBEDDER.UNAVAILABLE', 'Away.') : undefined);
  await accept.run([note('a', 'One.')]);
  await bed.idle();
  expect(await bed.texts('notes')).toEqual(['One.']);
});

it('stores a passage the model refuses without a vector, counts it, and stores its neighbours with theirs', async () => {
  const bad = permanent('EMBEDDER.TEXT_REFUSED', 'Not this text.');
  bed.provider.refuse = (text) => (text.includes('forbidden') ? bad : undefined);
  const long = 'tells of the sea and of the ships that sail on it. '.repeat(9);
  await accept.run([note('a', `First ${long}\n\nThe forbidden one ${long}\n\nThird ${long}`), note('b', 'Only forbidden.')]);
  await bed.idle();
  const points = await bed.points('notes');
  expect(points.map(({ payload, vector }) => [payload.content.slice(0, 13), vector !== undefined])).toEqual([
    [`First ${long}`.slice(0, 13), true],
    ['The forbidden', false],
    [`Third ${long}`.slice(0, 13), true],
    ['Only forbidde', false],
  ]);
  expect(await gaps()).toBe(2);
  bed.provider.refuse = () => undefined;
  await accept.run([{ ...note('b', 'Nothing of the kind.'), version: 2 }]);
  await bed.idle();
  expect(await gaps()).toBe(1);
});

it('keeps the old text searchable while the new one fails', async () => {
  await accept.run([note('a', 'The old text.')]);
  await bed.idle();
  bed.provider.refuse = () => permanent('EMBEDDER.KEY_REFUSED', 'The key was refused.');
  await accept.run([{ ...note('a', 'The new text.'), version: 2 }]);
  await bed.idle();
  expect(await bed.texts('notes')).toEqual(['The old text.']);
});
