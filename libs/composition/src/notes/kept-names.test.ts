import { AppPasswords } from '@tributary/sources-nextcloud';
import { startNotesServer, temporaryFolder, type NotesServer } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccessBed, tokenOf, type AccessBed } from '../whole/access/access-bed.fixture.js';

let cloud: NotesServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let bed: AccessBed;
beforeAll(async () => {
  cloud = await startNotesServer({ quinn: 'pass-of-quinn', "o'neil": "pass-of-o'neil" });
  folder = await temporaryFolder();
  for (const name of ['nextcloud quinn', 'nextcloud-quinn-0a1b2c', 'nextcloud setup', 'Nextcloud plans notes']) {
    await mkdir(join(folder.path, name, '.obsidian'), { recursive: true });
    await writeFile(join(folder.path, name, 'a.md'), '# A vault\n\nOf gerd.');
  }
  const scopes = ['search:read', 'documents:write'];
  bed = await openAccessBed(
    {
      quinn: { scopes, userId: 'quinn' },
      oneil: { scopes, userId: "o'neil" },
      gerd: { scopes, userId: 'gerd' },
      staff: { scopes, groups: ['staff'] },
      bounded: { scopes, collections: ['nextcloud-*'] },
      script: { scopes },
      boss: { scopes: [...scopes, 'admin'] },
      granted: { scopes, userId: 'granted', collections: ['nextcloud-vera-notes'] },
    },
    [
      { path: ['dialects', 'nextcloud'], value: { source: { url: cloud.url } }, flag: 'dialects.nextcloud' },
      { path: ['sources', 'roots'], value: [folder.path], flag: 'sources.roots' },
      { path: ['access', 'guests'], value: true, flag: 'access.guests' },
    ],
  );
  const passwords = new AppPasswords(bed.folder);
  for (const user of ['quinn', "o'neil"]) {
    await passwords.put(user, { login: user, password: `pass-of-${user}` });
    cloud.notes.get(user)?.set(1, { title: 'Plan', content: `CANARY-${user} plans the garden.`, modified: 1000 });
  }
});
afterAll(async () => {
  await bed.close();
  await cloud.stop();
  await folder.remove();
});

const store = (token: string, collection: string, id = '1') =>
  bed.call(token, '/api/store', { collection, id, text: 'Instead of a note.' });
const json = { 'content-type': 'application/json' };
const put = (token: string, collection: string) =>
  bed.send(token, `/api/collections/${collection}/points`, { method: 'PUT', body: '{"points":[{"text":"Of gerd."}]}', headers: json });
const ingest = (token: string, body: object) => bed.call(token, '/api/sources', { wait_ms: 30_000, ...body });
const vault = (name: string) => join(folder.path, name);

/** Every way by which something comes into a collection, or one comes about. */
const attempts = (token: string, collection: string) => [
  store(token, collection),
  bed.call(token, '/api/collections', { name: collection, description: 'Mine.' }),
  ingest(token, { location: vault('nextcloud-quinn-0a1b2c'), kind: 'folder', collection }),
];
const answersOf = async (token: string, collection: string) => {
  const answers = await Promise.all(attempts(token, collection));
  const documents = { documents: [{ v: 1, collection, id: '1', content: 'Instead of a note.' }] };
  const { text } = await bed.call(token, '/api/documents', documents);
  return [...answers.map((answer) => [answer.status, answer.text] as const), [403, text] as const];
};

describe('the name of a collection for the notes of a user', () => {
  it('is taken by nobody else before he syncs for the first time, and none of its forms', async () => {
    for (const token of [tokenOf('gerd'), tokenOf('staff')])
      for (const name of ['nextcloud-quinn-notes', 'nextcloud-quinn-0a1b2c-notes', 'nextcloud-nobody-notes'])
        for (const [status, text] of await answersOf(token, name))
          expect([name, status, text]).toEqual([name, 403, expect.stringMatching(/ACCESS\.DENIED.*is kept for the notes of one user/s)]);
    for (const name of ['Nextcloud-quinn-Notes', 'NEXTCLOUD-nobody-notes'])
      expect((await store(tokenOf('gerd'), name)).text).toContain('is kept for the notes of one user');
    expect((await store(tokenOf('bounded'), 'nextcloud-quinn-notes')).status).toBe(403);
    for (const name of ['nextcloud quinn', 'nextcloud-quinn-0a1b2c', 'Nextcloud plans notes'])
      expect((await ingest(tokenOf('gerd'), { location: vault(name) })).text).toContain('is kept for the notes of one user');
    expect((await bed.call(bed.owner, '/api/collections')).text).not.toContain('nextcloud-');
  });

  it('is refused in the same words once it is there', async () => {
    const before = await answersOf(tokenOf('gerd'), 'nextcloud-quinn-notes');
    expect((await ingest(tokenOf('quinn'), { kind: 'nextcloud-notes', location: 'quinn' })).text).toContain('"finished":true');
    const withoutIds = (answers: typeof before) =>
      answers.map(([status, text]) => [status, text.replaceAll(/"(request_id|instance)":"[^"]*"/g, '')]);
    expect(withoutIds(await answersOf(tokenOf('gerd'), 'nextcloud-quinn-notes'))).toEqual(withoutIds(before));
    expect((await bed.call(tokenOf('quinn'), '/api/fetch', { uri: 'tributary://nextcloud-quinn-notes/1' })).text).toContain('CANARY');
  });

  it('is for its user, also where a hash stands in it, for the owner, for admins and for a grant by name', async () => {
    expect((await store(tokenOf('quinn'), 'nextcloud-quinn-notes', 'mine')).status).toBe(200);
    const made = await ingest(tokenOf('oneil'), { kind: 'nextcloud-notes', location: "o'neil" });
    const [name = ''] = /nextcloud-o-neil-[0-9a-f]{6}-notes/.exec(made.text) ?? [];
    expect((await store(tokenOf('oneil'), name, 'mine')).status).toBe(200);
    expect((await store(tokenOf('gerd'), name, 'his')).status).toBe(403);
    expect((await store(tokenOf('granted'), 'nextcloud-vera-notes')).status).toBe(200);
    expect((await store(tokenOf('boss'), 'nextcloud-wim-notes')).status).toBe(200);
    expect((await store(bed.owner, 'nextcloud-xara-notes')).status).toBe(200);
  });

  it('is neither described nor filled by others where the owner made it for all', async () => {
    const describe = (token: string) => bed.call(token, '/api/collections/nextcloud-xara-notes/describe', { description: 'Mine.' });
    expect([(await describe(tokenOf('gerd'))).status, (await describe(bed.owner)).status]).toEqual([403, 200]);
    expect((await store(tokenOf('gerd'), 'nextcloud-xara-notes', '2')).status).toBe(403);
    expect((await put(tokenOf('gerd'), 'nextcloud-xara-notes')).text).toContain('is kept for the notes of one user');
    expect((await bed.call(tokenOf('gerd'), '/api/fetch', { uri: 'tributary://nextcloud-xara-notes/1' })).text).toContain('Instead of');
  });

  it('is for the user to whose notes the owner gave it', async () => {
    const [name, notes] = ['nextcloud-work-notes', { kind: 'nextcloud-notes', location: 'quinn', collection: 'nextcloud-work-notes' }];
    expect((await ingest(bed.owner, notes)).text).toContain('"finished":true');
    expect((await store(tokenOf('gerd'), name)).text).toContain('is kept for the notes of one user');
    expect((await ingest(tokenOf('quinn'), notes)).text).toContain('"finished":true');
    expect((await store(tokenOf('quinn'), name, 'mine')).status).toBe(200);
  });

  it('keeps nobody from syncing a source that is registered', async () => {
    const setup = { location: vault('nextcloud setup'), collection: 'nextcloud-setup-notes' };
    expect((await ingest(bed.owner, setup)).text).toContain('"finished":true');
    for (const token of [tokenOf('gerd'), tokenOf('script'), '']) {
      expect((await ingest(token, setup)).text).toContain('"finished":true');
      expect((await ingest(token, { ...setup, description: 'Mine.' })).status).toBe(403);
    }
  });

  it('is neither made nor filled by others once the owner removed it', async () => {
    const gone = { location: vault('nextcloud-quinn-0a1b2c'), collection: 'nextcloud-gone-notes' };
    expect((await ingest(bed.owner, gone)).text).toContain('"finished":true');
    const path = '/api/collections/nextcloud-gone-notes?confirm=nextcloud-gone-notes';
    expect((await bed.send(bed.owner, path, { method: 'DELETE' })).status).toBeLessThan(300);
    expect((await ingest(tokenOf('gerd'), gone)).status).toBe(403);
  });

  it('is like any other for guests and tokens of no user that open everything', async () => {
    for (const token of ['', tokenOf('script')]) {
      expect((await store(token, 'nextcloud-setup-notes', `of ${token}`)).status).toBe(200);
      expect((await store(token, 'nextcloud-free-notes', `of ${token}`)).status).toBe(200);
    }
    expect((await store('', 'nextcloud-quinn-notes', 'theirs')).status).toBe(403);
  });

  it('closes no other name', async () => {
    for (const name of ['nextcloud', 'nextcloud-notes', 'nextcloud-plans', 'my-nextcloud-quinn-notes'])
      expect([name, (await store(tokenOf('gerd'), name)).status]).toEqual([name, 200]);
  });
});
