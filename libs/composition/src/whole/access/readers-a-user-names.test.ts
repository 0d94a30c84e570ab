import { DocumentOutcome, FetchAnswer } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed } from './access-bed.fixture.js';

const scopes = ['search:read', 'documents:write'];
const [ADA, BEN, EVE, SCRIPT] = [tokenOf('ada'), tokenOf('ben'), tokenOf('eve'), tokenOf('script')];
const Outcomes = z.object({ documents: z.array(DocumentOutcome).length(1) });

let bed: AccessBed;
beforeAll(async () => {
  bed = await openAccessBed({
    ada: { scopes, userId: 'ada' },
    ben: { scopes, userId: 'ben' },
    eve: { scopes, userId: 'eve' },
    script: { scopes },
  });
});
afterAll(() => bed.close());

async function share(token: string, id: string, given: object) {
  const document = { v: 1, collection: 'notes', id, content: `The plan ${id} for the summer fair.`, ...given };
  return Outcomes.parse(JSON.parse((await bed.call(token, '/api/documents', { documents: [document] })).text)).documents[0];
}
const contentFor = async (token: string, id: string) => {
  const { status, text } = await bed.call(token, '/api/fetch', { uri: `tributary://notes/${id}` });
  return status === 200 ? FetchAnswer.parse(JSON.parse(text)).content : status;
};

it('is still read, changed, shared anew and deleted by who shared it with others, and he is told so', async () => {
  const shared = await share(ADA, 'fair', { acl: ['user:ben'] });
  expect([shared?.status, shared?.note]).toEqual([
    'accepted',
    'acl did not name you: you were added, so that you can still read and change it.',
  ]);
  const text = 'The plan fair for the summer fair.';
  await eventually(async () => (await contentFor(BEN, 'fair')) === text);
  expect([await contentFor(ADA, 'fair'), await contentFor(EVE, 'fair')]).toEqual([text, 404]);
  expect(await share(ADA, 'fair', { acl: ['user:ben'] })).toMatchObject({ status: 'unchanged', note: shared?.note });
  const late = await share(ADA, 'fair', { acl: ['user:eve'], version: 1 });
  expect([late?.status, late?.note]).toEqual(['superseded', undefined]);

  expect(await share(ADA, 'fair', { acl: ['user:eve', 'user:ada'], content: 'Moved to May.' })).not.toHaveProperty('note');
  await eventually(async () => (await contentFor(EVE, 'fair')) === 'Moved to May.');
  expect(await contentFor(BEN, 'fair')).toBe(404);
  const gone = await bed.call(ADA, '/api/delete', { ids: ['tributary://notes/fair'] });
  expect(JSON.parse(gone.text)).toMatchObject({ documents: 1 });
});

it('may be shared anew by a token that is no user and so does not read it', async () => {
  await share(SCRIPT, 'bill', { acl: ['user:ben'] });
  await eventually(async () => (await contentFor(BEN, 'bill')) !== 404);
  expect(await contentFor(SCRIPT, 'bill')).toBe(404);
  expect(await share(EVE, 'bill', { acl: ['user:eve'] })).toMatchObject({ status: 'refused', error: { code: 'DOCUMENT.ID_TAKEN' } });
  expect(await share(SCRIPT, 'bill', { acl: ['*'] })).toMatchObject({ status: 'accepted' });
  await eventually(async () => (await contentFor(SCRIPT, 'bill')) !== 404);
});

it('is refused where a reader is written as none is looked for, whoever hands it in, and nobody stays nobody', async () => {
  for (const token of [ADA, bed.owner]) {
    const refused = await share(token, 'list', { acl: ['ben'] });
    expect(refused).toMatchObject({ status: 'refused', error: { code: 'DOCUMENT.INVALID' } });
    expect(refused?.error?.message).toContain('"ben" names nobody');
  }
  const points = { points: [{ text: 'The harbour.', payload: { acl: ['ben'] } }] };
  const put = { method: 'PUT', body: JSON.stringify(points), headers: { 'content-type': 'application/json' } };
  expect((await bed.send(ADA, '/api/collections/notes/points', put)).text).toContain('DOCUMENT.INVALID');
  expect(await share(ADA, 'locked', { acl: [] })).not.toHaveProperty('note');
  await eventually(async () => (await contentFor(bed.owner, 'locked')) !== 404);
  expect(await contentFor(ADA, 'locked')).toBe(404);
  expect(await share(ADA, 'locked', { acl: ['user:ada'] })).toMatchObject({ status: 'accepted' });
});
