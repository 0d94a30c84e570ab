import { AppPasswords } from '@tributary/sources-nextcloud';
import { startNotesServer, temporaryFolder, type NotesServer } from '@tributary/testing';
import { formatWriteToken } from '@tributary/kernel/ids';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed } from '../whole/access/access-bed.fixture.js';

let cloud: NotesServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let bed: AccessBed;

const Jobs = z.object({ jobs: z.array(z.object({ id: z.string(), label: z.string().optional() })) });
const Source = z.object({ source: z.object({ id: z.string() }) });

const sources = (user: string, body: object) => bed.call(tokenOf(user), '/api/sources', { wait_ms: 30_000, ...body });
const notesOf = (user: string, over: object = {}) => sources(user, { kind: 'nextcloud-notes', location: user, ...over });
const store = (user: string, body: object) => bed.call(tokenOf(user), '/api/store', body);
const fetched = (user: string, uri: string) => bed.call(tokenOf(user), '/api/fetch', { uri });

beforeAll(async () => {
  cloud = await startNotesServer({ alice: 'pass-of-alice', bob: 'pass-of-bob' });
  folder = await temporaryFolder();
  await writeFile(
    join(folder.path, 'bobs.jsonl'),
    [
      { id: '1', text: 'Nothing is planned by bob.' },
      { id: '9', text: 'A line of bob.' },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  await mkdir(join(folder.path, 'nextcloud alice', '.obsidian'), { recursive: true });
  await writeFile(join(folder.path, 'nextcloud alice', 'a.md'), '# A vault\n\nOf bob.');
  await mkdir(join(folder.path, 'alices'));
  await writeFile(join(folder.path, 'alices', 'a.md'), '# A folder\n\nOf alice.');
  const scopes = ['search:read', 'documents:write'];
  bed = await openAccessBed(
    {
      alice: { scopes, userId: 'alice' },
      bob: { scopes, userId: 'bob' },
      robot: { scopes },
      'alices-reader': { scopes: ['search:read'], userId: 'alice' },
      'bobs-reader': { scopes: ['search:read'], userId: 'bob' },
      'alices-writer': { scopes: ['documents:write'], userId: 'alice' },
    },
    [
      { path: ['dialects', 'nextcloud'], value: { source: { url: cloud.url } }, flag: 'dialects.nextcloud' },
      { path: ['sources', 'roots'], value: [folder.path], flag: 'sources.roots' },
    ],
  );
  const passwords = new AppPasswords(bed.folder);
  for (const user of ['alice', 'bob']) await passwords.put(user, { login: user, password: `pass-of-${user}` });
  cloud.notes.get('alice')?.set(1, { title: 'Plan', content: 'CANARY-alice plans the garden.', modified: 1000 });
  cloud.notes.get('bob')?.set(2, { title: 'Plan', content: 'CANARY-bob plans the shed.', modified: 1000 });
  expect(JSON.parse((await notesOf('alice')).text)).toMatchObject({ finished: true });
});
afterAll(async () => {
  await bed.close();
  await cloud.stop();
  await folder.remove();
});

describe('a collection that was made for one user', () => {
  it('takes no source of another, by its name or by one that comes to the same', async () => {
    const vault = { location: join(folder.path, 'nextcloud alice') };
    const answers = [
      await sources('bob', { location: join(folder.path, 'bobs.jsonl'), kind: 'jsonl', collection: 'nextcloud-alice-notes' }),
      await sources('bob', vault),
      await notesOf('bob', { name: 'nextcloud-alice-notes' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    for (const { text } of answers) expect(text).toContain('ACCESS.DENIED');
    expect((await fetched('alice', 'tributary://nextcloud-alice-notes/1')).text).toContain('CANARY-alice');
    expect((await bed.call(tokenOf('bob'), '/api/collections')).text).not.toContain('nextcloud-alice');
    expect((await bed.call(tokenOf('bob'), '/api/sources')).text).not.toContain('alice');
  });

  it('takes none by a name or a folder that comes to it either', async () => {
    const vault = join(folder.path, 'nextcloud alice');
    const attempts: object[] = [{ location: vault, name: 'nextcloud-alice-notes' }];
    for (const name of ['nextcloud,alice', 'nextcloud alice notes', ' nextcloud-alice', 'nextcloud-alice-notes']) {
      const location = join(folder.path, 'variants', name);
      await mkdir(join(location, '.obsidian'), { recursive: true });
      attempts.push({ location });
    }
    for (const attempt of attempts) {
      const { status, text } = await sources('bob', { kind: 'obsidian', ...attempt });
      expect([attempt, status, text]).toEqual([attempt, 403, expect.stringContaining('ACCESS.DENIED')]);
    }
    expect((await fetched('alice', 'tributary://nextcloud-alice-notes/1')).text).toContain('CANARY-alice');
    expect((await bed.call(bed.owner, '/api/collections/nextcloud-alice-notes')).text).toContain('"documents":1');
  });

  it('is searched by its user with the scope search:read alone, also through the dialect nextcloud, and by nobody else', async () => {
    const found = async (user: string) => {
      const params = {
        name: 'nc_semantic_search',
        arguments: { query: 'CANARY plans the garden', score_threshold: -1, algorithm: 'hybrid' },
      };
      const answer = await bed.send(tokenOf(user), '/mcp/nextcloud', {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
      });
      return [answer.status, answer.text.includes('CANARY-alice')];
    };
    expect(await found('alices-reader')).toEqual([200, true]);
    expect(await found('bobs-reader')).toEqual([200, false]);
    expect((await found('alices-writer'))[0]).toBe(403);
  });

  it('is not told of by a folder that its user put into it', async () => {
    await sources('alice', { location: join(folder.path, 'alices'), collection: 'nextcloud-alice-notes' });
    for (const path of ['/api/sources', '/api/status', '/api/jobs']) {
      expect([path, (await bed.call(tokenOf('bob'), path)).text]).toEqual([path, expect.not.stringContaining('nextcloud-alice')]);
    }
    expect((await bed.call(tokenOf('alice'), '/api/sources')).text).toContain('alices');
  });
});

describe('a collection in which others have documents', () => {
  it('says nothing of their sources to who guesses a token of a write', async () => {
    const { source } = Source.parse(JSON.parse((await notesOf('alice', { collection: 'together' })).text));
    await store('bob', { collection: 'together', text: 'A spade, by bob.' });
    const ask = (id: string) => ({
      query: 'spade',
      collections: ['together'],
      after: formatWriteToken({ sources: { [id]: 9 } }),
      wait_ms: 1,
    });
    expect((await bed.call(tokenOf('bob'), '/api/search', ask(source.id))).text).not.toContain('nextcloud-alice');
    expect((await bed.call(tokenOf('alice'), '/api/search', ask(source.id))).text).toContain('has not been gone through yet');
  });

  it('lists for a token of no user no job that names a document of somebody', async () => {
    await store('alice', { collection: 'listed', id: 'plan-of-alice', text: 'A plan of alice.' });
    await store('robot', { collection: 'listed', id: 'plan-of-all', text: 'A plan of everybody.' });
    const { jobs } = Jobs.parse(JSON.parse((await bed.call(bed.owner, '/api/jobs?limit=500')).text));
    const [his, everybodys] = ['plan-of-alice', 'plan-of-all'].map((id) => jobs.find(({ label }) => label === `listed/${id}`)?.id ?? '');
    const listed = await bed.call(tokenOf('robot'), '/api/jobs?limit=500');
    expect(listed.text).toContain('listed/plan-of-all');
    expect(listed.text).not.toMatch(/plan-of-alice|nextcloud-alice/);
    const one = async (id = '') => (await bed.call(tokenOf('robot'), `/api/jobs/${id}`)).status;
    expect([await one(his), await one(everybodys)]).toEqual([404, 200]);
  });

  it('counts for a token of no user what that sees', async () => {
    await store('alice', { collection: 'counted', text: 'A secret of alice.' });
    await store('robot', { collection: 'counted', text: 'Everybody may know.' });
    const counted = async (token: string) =>
      z.looseObject({}).parse(JSON.parse((await bed.call(token, '/api/collections/counted/statistics')).text));
    expect(await counted(tokenOf('robot'))).toMatchObject({ points_count: 1, vector_count: null });
    expect(await counted(bed.owner)).toMatchObject({ points_count: 2, vector_count: 2 });
  });

  it('keeps what is somebody’s when a source brings a document of its id', async () => {
    await store('alice', { collection: 'shed', id: '1', text: 'Kept in the shed by alice.' });
    const synced = await sources('bob', { location: join(folder.path, 'bobs.jsonl'), kind: 'jsonl', collection: 'shed' });
    expect((await fetched('alice', 'tributary://shed/1')).text).toContain('by alice');
    expect(JSON.parse(synced.text)).toMatchObject({ finished: true, source: { documents: 1, last_sync: { skipped: { 'id-taken': 1 } } } });
    expect((await fetched('bob', 'tributary://shed/9')).text).toContain('of bob');
  });

  it('stays theirs when notes of one user go to it', async () => {
    await store('alice', { collection: 'handbook-notes', id: 'first', text: 'How we work, by alice.' });
    expect((await notesOf('bob', { name: 'handbook' })).status).toBeLessThan(300);
    expect((await fetched('alice', 'tributary://handbook-notes/first')).text).toContain('by alice');
    expect((await bed.call(tokenOf('alice'), '/api/collections')).text).toContain('handbook-notes');
    expect((await fetched('bob', 'tributary://handbook-notes/2')).text).toContain('CANARY-bob');
  });
});
