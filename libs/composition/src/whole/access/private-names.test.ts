import { CollectionSummary } from '@tributary/contracts';
import { eventually, temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed } from './access-bed.fixture.js';

const scopes = ['search:read', 'documents:write'];
const NAMES = ['ada', 'ben', 'cyn', 'script', 'boss', 'named', 'pattern'] as const;
const [ADA, BEN, CYN] = [tokenOf('ada'), tokenOf('ben'), tokenOf('cyn')];
const [SCRIPT, BOSS] = [tokenOf('script'), tokenOf('boss')];
const Listed = z.object({ collections: z.array(CollectionSummary) });

let bed: AccessBed;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  const callers = {
    ada: { scopes, userId: 'ada', groups: ['staff'] },
    ben: { scopes, userId: 'ben', groups: ['staff'] },
    cyn: { scopes, userId: 'cyn' },
    script: { scopes },
    boss: { scopes: [...scopes, 'admin'] },
    named: { scopes, userId: 'named', collections: ['leaving-the-firm'] },
    pattern: { scopes, userId: 'pattern', collections: ['leaving-*'] },
  };
  bed = await openAccessBed(callers, [{ path: ['sources', 'roots'], value: [folder.path], flag: 'sources.roots' }]);
  await bed.call(bed.owner, '/api/store', { text: 'The canteen opens at noon.', collection: 'canteen' });
});
afterAll(async () => {
  await bed.close();
  await folder.remove();
});

const store = (token: string, collection: string, text = 'A plan that is nobody else’s business.') =>
  bed.call(token, '/api/store', { text, collection });
const give = (token: string, collection: string, given: object) =>
  bed.call(token, '/api/documents', { documents: [{ v: 1, collection, id: 'one', content: 'A page of the plan.', ...given }] });
const listed = async (token: string, name: string) => {
  const { collections } = Listed.parse(JSON.parse((await bed.call(token, '/api/collections')).text));
  return collections.some((one) => one.name === name);
};
const who = async (name: string) => {
  const seen = await Promise.all(NAMES.map((caller) => listed(tokenOf(caller), name)));
  return NAMES.filter((_, at) => seen[at]);
};

it('is known to its maker, the owner, admins and whom a grant by name opens it, and neither named nor described to or by others', async () => {
  const name = 'leaving-the-firm';
  expect((await store(ADA, name)).status).toBe(200);
  expect((await bed.call(ADA, `/api/collections/${name}/describe`, { description: 'Why I go.' })).status).toBe(200);
  expect(await who(name)).toEqual(['ada', 'boss', 'named']);
  expect(await listed(bed.owner, name)).toBe(true);
  const answers = await Promise.all([
    bed.call(CYN, '/api/collections'),
    bed.call(CYN, '/api/status'),
    bed.call(CYN, '/api/sources'),
    bed.call(CYN, '/api/jobs'),
    bed.call(CYN, '/api/search', { query: 'plan', deadline_ms: 10_000 }),
    bed.call(CYN, '/api/search', { query: 'plan', collections: ['leaving-the-fir'] }),
    bed.mcp(CYN, 'resources/list'),
    bed.mcp(CYN, 'completion/complete', {
      ref: { type: 'ref/resource', uri: 'tributary://{collection}/{+document}' },
      argument: { name: 'collection', value: 'leav' },
    }),
  ]);
  for (const { text } of answers) expect(text).not.toMatch(/leaving-the-firm|Why I go/);
  const never = await bed.call(CYN, '/api/collections/never-was/describe', { description: 'Mine.' });
  const over = await bed.call(CYN, `/api/collections/${name}/describe`, { description: 'Mine.' });
  expect([over.status, over.text.replaceAll(name, 'never-was')]).toEqual([404, never.text]);
  expect((await bed.call(ADA, `/api/collections/${name}`)).text).toContain('Why I go.');
});

it('becomes known to whom something in it is for, and to everybody with what everybody reads', async () => {
  await store(ADA, 'moving');
  await give(ADA, 'moving', { acl: [] });
  expect(await who('moving')).toEqual(['ada', 'boss']);
  await give(ADA, 'moving', { id: 'two', acl: ['group:staff'] });
  expect(await who('moving')).toEqual(['ada', 'ben', 'boss']);
  const found = () => bed.call(BEN, '/api/search', { query: 'page of the plan', collections: ['moving'], deadline_ms: 10_000 });
  await eventually(async () => (await found()).text.includes('tributary://moving/two'));
  await give(BOSS, 'moving', { id: 'three', user_id: 'cyn' });
  expect(await who('moving')).toEqual(['ada', 'ben', 'cyn', 'boss']);
  await give(SCRIPT, 'moving', { id: 'four' });
  expect(await who('moving')).toEqual(['ada', 'ben', 'cyn', 'script', 'boss']);
});

it('takes what others store under the same name, who know of it from then on, and is there to who would make it', async () => {
  await store(ADA, 'notes');
  expect((await store(BEN, 'notes')).status).toBe(200);
  expect(await who('notes')).toEqual(['ada', 'ben', 'boss']);
  const made = await bed.call(CYN, '/api/collections', { name: 'notes', description: 'Mine.' });
  expect(made.text).toContain('COLLECTION.EXISTS');
  expect(await who('notes')).toEqual(['ada', 'ben', 'cyn', 'boss']);
  const point = { method: 'PUT', body: JSON.stringify({ points: [{ text: 'Of Cyn.' }] }), headers: { 'content-type': 'application/json' } };
  expect((await bed.send(CYN, '/api/collections/notes/points', point)).status).toBe(200);
});

it('stays as well known as it was where who is no user would make it', async () => {
  await store(ADA, 'diary');
  expect((await bed.call(SCRIPT, '/api/collections', { name: 'diary' })).text).toContain('ACCESS.DENIED');
  expect(await who('diary')).toEqual(['ada', 'boss']);
});

it('is known to everybody with a folder that is indexed into it, whether that names it or not', async () => {
  for (const name of ['barn', 'shed']) {
    await mkdir(join(folder.path, name));
    await writeFile(join(folder.path, name, 'README.md'), `# The ${name}`);
  }
  const ingest = (name: string, more: object) =>
    bed.call(bed.owner, '/api/sources', { location: join(folder.path, name), wait_ms: 60_000, ...more });
  for (const [name, into, more] of [
    ['barn', 'barn-docs', {}],
    ['shed', 'garden', { collection: 'garden' }],
  ] as const) {
    await store(ADA, into);
    expect(await who(into)).toEqual(['ada', 'boss']);
    expect((await ingest(name, more)).text).toContain('"finished":true');
    expect(await who(into)).toEqual(['ada', 'ben', 'cyn', 'script', 'boss']);
  }
});

it('is known to everybody where it was made by the owner, an admin or who is no user', async () => {
  await give(BOSS, 'of-boss', { user_id: 'ada' });
  await bed.call(SCRIPT, '/api/collections', { name: 'of-script' });
  for (const name of ['canteen', 'of-boss', 'of-script']) expect(await who(name)).toEqual(['ada', 'ben', 'cyn', 'script', 'boss']);
});

it('is forgotten with whom it was known to when it is removed, and stays as well known under another name', async () => {
  await store(ADA, 'first');
  await store(BEN, 'first');
  const moved = await bed.call(bed.owner, '/api/collections/first/migrate', { to: 'second' });
  expect(moved.status).toBeLessThan(300);
  await eventually(async () => (await who('second')).join() === 'ada,ben,boss');
  const remove = () => bed.send(bed.owner, '/api/collections/first?confirm=first', { method: 'DELETE' });
  expect((await remove()).status).toBeLessThan(300);
  await store(CYN, 'first');
  expect(await who('first')).toEqual(['cyn', 'boss']);
  expect((await remove()).status).toBeLessThan(300);
  await give(bed.owner, 'first', { user_id: 'ada' });
  expect(await who('first')).toEqual(['ada', 'ben', 'cyn', 'script', 'boss']);
});
