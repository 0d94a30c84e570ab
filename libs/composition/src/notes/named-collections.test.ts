import { AppPasswords } from '@tributary/sources-nextcloud';
import { CollectionSummary } from '@tributary/contracts';
import { startNotesServer, type NotesServer } from '@tributary/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed } from '../whole/access/access-bed.fixture.js';

const NAMES = ['dora', 'gerd', 'ivo', 'script', 'boss'] as const;
const Listed = z.object({ collections: z.array(CollectionSummary) });

let cloud: NotesServer;
let bed: AccessBed;
beforeAll(async () => {
  cloud = await startNotesServer({ dora: 'pass-of-dora', ivo: 'pass-of-ivo' });
  const scopes = ['search:read', 'documents:write'];
  bed = await openAccessBed(
    {
      dora: { scopes, userId: 'dora' },
      gerd: { scopes, userId: 'gerd' },
      ivo: { scopes, userId: 'ivo' },
      script: { scopes },
      boss: { scopes: [...scopes, 'admin'] },
    },
    [{ path: ['dialects', 'nextcloud'], value: { source: { url: cloud.url } }, flag: 'dialects.nextcloud' }],
  );
  const passwords = new AppPasswords(bed.folder);
  for (const user of ['dora', 'ivo']) {
    await passwords.put(user, { login: user, password: `pass-of-${user}` });
    cloud.notes.get(user)?.set(1, { title: 'Letter', content: `A letter of ${user} to a headhunter.`, modified: 1000 });
  }
});
afterAll(async () => {
  await bed.close();
  await cloud.stop();
});

const syncAs = async (token: string, user: string, over: object) => {
  const { text } = await bed.call(token, '/api/sources', { kind: 'nextcloud-notes', location: user, wait_ms: 30_000, ...over });
  expect(text).toContain('"finished":true');
};
const listed = async (token: string) => Listed.parse(JSON.parse((await bed.call(token, '/api/collections')).text)).collections;
const who = async (name: string) => {
  const seen = await Promise.all(NAMES.map((caller) => listed(tokenOf(caller))));
  return NAMES.filter((_, at) => seen[at]?.some((one) => one.name === name));
};

it('keep the collection that their user names known to him alone, and so its description', async () => {
  await syncAs(tokenOf('dora'), 'dora', { collection: 'dora-job-search', description: 'letters to headhunters' });
  expect(await who('dora-job-search')).toEqual(['dora', 'boss']);
  expect(JSON.stringify(await listed(tokenOf('gerd')))).not.toMatch(/job-search|headhunters/);
  expect((await listed(bed.owner)).map(({ description }) => description)).toContain('letters to headhunters');
});

it('open no collection that he had for himself before', async () => {
  await bed.call(tokenOf('dora'), '/api/store', { collection: 'leaving', text: 'A plan of dora.' });
  await syncAs(tokenOf('dora'), 'dora', { collection: 'leaving' });
  expect(await who('leaving')).toEqual(['dora', 'boss']);
  await bed.call(tokenOf('gerd'), '/api/store', { collection: 'leaving', text: 'A plan of gerd.' });
  expect(await who('leaving')).toEqual(['dora', 'gerd', 'boss']);
});

it('keep one that the owner names for him known to him and the owner', async () => {
  await syncAs(bed.owner, 'ivo', { collection: 'letters-of-ivo', description: 'letters to headhunters' });
  expect(await who('letters-of-ivo')).toEqual(['ivo', 'boss']);
  expect((await listed(bed.owner)).map(({ name }) => name)).toContain('letters-of-ivo');
});

it('close none that was open before', async () => {
  await bed.call(tokenOf('script'), '/api/store', { collection: 'canteen', text: 'Lunch is at noon.' });
  await syncAs(tokenOf('dora'), 'dora', { collection: 'canteen' });
  expect(await who('canteen')).toEqual([...NAMES]);
});
