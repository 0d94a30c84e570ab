import { AppPasswords } from '@tributary/sources-nextcloud';
import { eventually, startNotesServer, type NotesServer } from '@tributary/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed } from '../whole/access/access-bed.fixture.js';

const USERS = ['alice', 'bob'] as const;
type User = (typeof USERS)[number];
/** Each user, and the other one. */
const PAIRS: readonly (readonly [User, User])[] = [
  ['alice', 'bob'],
  ['bob', 'alice'],
];

let cloud: NotesServer;
/** Seconds since the epoch: notes are never changed at an earlier time than before. */
let now = 1000;
let bed: AccessBed;

const Sources = z.object({
  sources: z.array(z.looseObject({ id: z.string(), user_id: z.string(), state: z.string(), documents: z.number() })),
});
const Found = z.object({
  result: z.object({ structuredContent: z.object({ results: z.array(z.object({ id: z.string(), title: z.string() })) }) }),
});

/** Has the notes of a user synced, as himself. */
async function sync(user: User, over: object = {}, as: User = user) {
  const answer = await bed.call(tokenOf(as), '/api/sources', { kind: 'nextcloud-notes', location: user, wait_ms: 30_000, ...over });
  return { status: answer.status, text: answer.text };
}

/** Every byte of a search through the dialect. */
async function search(user: User, query: string): Promise<string> {
  const args = { query, score_threshold: -1, limit: 50, algorithm: 'hybrid' };
  const answer = await bed.send(tokenOf(user), '/mcp/nextcloud', {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'nc_semantic_search', arguments: args } }),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
  });
  expect(answer.status).toBe(200);
  return answer.text;
}

function titlesIn(text: string): readonly string[] {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return Found.parse(JSON.parse(json))
    .result.structuredContent.results.map(({ title }) => title)
    .sort();
}

beforeAll(async () => {
  cloud = await startNotesServer({ alice: 'pass-of-alice', bob: 'pass-of-bob' });
  const scopes = ['search:read', 'documents:write'];
  bed = await openAccessBed({ alice: { scopes, userId: 'alice' }, bob: { scopes, userId: 'bob' } }, [
    { path: ['dialects', 'nextcloud'], value: { source: { url: cloud.url } }, flag: 'dialects.nextcloud' },
  ]);
  const passwords = new AppPasswords(bed.folder);
  for (const user of USERS) await passwords.put(user, { login: user, password: `pass-of-${user}` });
});
afterAll(async () => {
  await bed.close();
  await cloud.stop();
});

describe('the notes of two users of one Nextcloud', () => {
  beforeEach(async () => {
    now += 100;
    for (const [at, user] of USERS.entries()) {
      const notes = cloud.notes.get(user);
      notes?.clear();
      notes?.set(at + 1, {
        title: `Plan of ${user}`,
        content: `CANARY-${user} plans the budget of the garden.`,
        category: 'Home',
        modified: now,
      });
      notes?.set(at + 11, { title: `Tools of ${user}`, content: `CANARY-${user} buys a spade and a rake.`, modified: now + 10 });
    }
    // A note that both may read lies in both accounts under one id.
    for (const user of USERS) cloud.notes.get(user)?.set(99, { title: 'Shared', content: 'The garden gate is open.', modified: now + 20 });
    for (const user of USERS) expect(JSON.parse((await sync(user)).text)).toMatchObject({ finished: true });
  });

  // The first search of the process loads what all others have at hand.
  it('are found by their own user, and not a byte of them by the other', async () => {
    for (const [user, other] of PAIRS) {
      const text = await search(user, 'budget of the garden, spade, rake, gate, canary');
      expect(titlesIn(text)).toEqual([`Plan of ${user}`, 'Shared', `Tools of ${user}`]);
      expect(text).not.toContain(other);
      const sources = await bed.call(tokenOf(user), '/api/sources');
      expect(Sources.parse(JSON.parse(sources.text)).sources).toMatchObject([{ user_id: user, documents: 3, state: 'idle' }]);
      expect(sources.text).not.toContain(other);
    }
  }, 60_000);

  it('are read as themselves only, and with a password of their own', async () => {
    const refused = await sync('bob', {}, 'alice');
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('ACCESS.DENIED')]);
    for (const { path, login } of cloud.requests) expect([path.includes('/1?') ? 'alice' : login, path]).toEqual([login, path]);
  });

  it('do not exist for the other, nor does the collection they lie in', async () => {
    const noteOf = (user: string) => ({ query: 'garden', uri: `tributary://nextcloud-${user}-notes/2` });
    const hidden = await bed.call(tokenOf('alice'), '/api/why-not', noteOf('bob'));
    expect(JSON.parse(hidden.text)).toEqual({ ...z.looseObject({}).parse(JSON.parse(await whyNever())), uri: noteOf('bob').uri });
    for (const path of ['/api/collections', '/api/status', '/metrics'])
      expect([path, (await bed.call(tokenOf('alice'), path)).text]).toEqual([path, expect.not.stringContaining('nextcloud-bob')]);
    for (const body of [{ query: 'garden' }, { query: 'garden', collections: ['nowhere'] }, { query: 'garden', collections: ['auto'] }])
      expect((await bed.call(tokenOf('alice'), '/api/search', body)).text).not.toContain('nextcloud-bob');
    const named = await bed.call(tokenOf('alice'), '/api/collections/nextcloud-bob-notes');
    expect([named.status, (await bed.call(tokenOf('bob'), '/api/collections/nextcloud-bob-notes')).status]).toEqual([404, 200]);

    async function whyNever() {
      return (await bed.call(tokenOf('alice'), '/api/why-not', noteOf('nobody'))).text;
    }
  });

  it('follow what changes and what is deleted, also a single one', async () => {
    cloud.notes.get('alice')?.set(1, { title: 'Plan of alice', content: 'Instead a pond with frogs.', modified: now + 50 });
    cloud.notes.get('alice')?.delete(11);
    await sync('alice');
    await eventually(async () => {
      expect(titlesIn(await search('alice', 'frogs in a pond, spade'))).toEqual(['Plan of alice', 'Shared']);
    });
    expect(await search('alice', 'frogs in a pond')).not.toContain('CANARY-alice plans');
    expect(titlesIn(await search('bob', 'spade'))).toHaveLength(3);
  });

  it('stay while Nextcloud is in trouble, and the source says so', async () => {
    cloud.notes.get('alice')?.delete(11);
    cloud.faults.push('truncated');
    await sync('alice', { wait_ms: 5_000 });
    const listed = async () =>
      Sources.parse(JSON.parse((await bed.call(tokenOf('alice'), '/api/sources')).text)).sources.find(({ documents }) => documents > 0);
    await eventually(async () => {
      expect(await listed()).toMatchObject({ state: 'stale', documents: 3 });
    });
    await sync('alice');
    await eventually(async () => {
      expect(await listed()).toMatchObject({ state: 'idle', documents: 2 });
    });
  });

  // The last ones: from here on each note is in more than one collection.
  it('are his alone also where they are put into one collection', async () => {
    for (const user of USERS) expect((await sync(user, { collection: 'together' })).status).toBeLessThan(300);
    for (const [user, other] of PAIRS) {
      const body = { query: 'budget of the garden canary', collections: ['together'], limit: 50 };
      const { text } = await bed.call(tokenOf(user), '/api/search', body);
      expect(text).toContain(`CANARY-${user}`);
      expect(text).not.toContain(`CANARY-${other}`);
    }
  });

  it('are not replaced by what the other stores under their ids', async () => {
    const store = (collection: string) => bed.call(tokenOf('alice'), '/api/store', { collection, id: '2', text: 'Nothing is planned.' });
    const refused = await store('nextcloud-bob-notes');
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('ACCESS.DENIED')]);
    expect((await sync('bob', { collection: 'shed' })).status).toBeLessThan(300);
    expect((await store('shed')).text).toContain('DOCUMENT.ID_TAKEN');
    for (const collection of ['nextcloud-bob-notes', 'shed'])
      expect((await bed.call(tokenOf('bob'), '/api/fetch', { uri: `tributary://${collection}/2` })).text).toContain('CANARY-bob plans');
  });
});
