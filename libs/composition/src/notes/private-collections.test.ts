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
  cloud = await startNotesServer({ ada: 'pass-of-ada', bob: 'pass-of-bob' });
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
  await mkdir(join(folder.path, 'nextcloud ada', '.obsidian'), { recursive: true });
  await writeFile(join(folder.path, 'nextcloud ada', 'a.md'), '# A vault\n\nOf bob.');
  await mkdir(join(folder.path, 'adas'));
  await writeFile(join(folder.path, 'adas', 'a.md'), '# A folder\n\nOf ada.');
  const scopes = ['search:read', 'documents:write'];
  bed = await openAccessBed(
    {
      ada: { scopes, userId: 'ada' },
      bob: { scopes, userId: 'bob' },
      robot: { scopes },
      'adas-reader': { scopes: ['search:read'], userId: 'ada' },
      'bobs-reader': { scopes: ['search:read'], userId: 'bob' },
      'adas-writer': { scopes: ['documents:write'], userId: 'ada' },
    },
    [
      { path: ['dialects', 'nextcloud'], value: { source: { url: cloud.url } }, flag: 'dialects.nextcloud' },
      { path: ['sources', 'roots'], value: [folder.path], flag: 'sources.roots' },
    ],
  );
  const passwords = new AppPasswords(bed.folder);
  for (const user of ['ada', 'bob']) await passwords.put(user, { login: user, password: `pass-of-${user}` });
  cloud.notes.get('ada')?.set(1, { title: 'Plan', content: 'CANARY-ada plans the garden.', modified: 1000 });
  cloud.notes.get('bob')?.set(2, { title: 'Plan', content: 'CANARY-bob plans the shed.', modified: 1000 });
  expect(JSON.parse((await notesOf('ada')).text)).toMatchObject({ finished: true });
});
afterAll(async () => {
  await bed.close();
  await cloud.stop();
  await folder.remove();
});

describe('a collection that was made for one user', () => {
  it('takes no source of another, by its name or by one that comes to the same', async () => {
    const vault = { location: join(folder.path, 'nextcloud ada') };
    const answers = [
      await sources('bob', { location: join(folder.path, 'bobs.jsonl'), kind: 'jsonl', collection: 'nextcloud-ada-notes' }),
      await sources('bob', vault),
      await notesOf('bob', { name: 'nextcloud-ada-notes' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    for (const { text } of answers) expect(text).toContain('ACCESS.DENIED');
    expect((await fetched('ada', 'tributary://nextcloud-ada-notes/1')).text).toContain('CANARY-ada');
    expect((await bed.call(tokenOf('bob'), '/api/collections')).text).not.toContain('nextcloud-ada');
    expect((await bed.call(tokenOf('bob'), '/api/sources')).text).not.toContain('ada');
  });

  it('takes none by a name or a folder that comes to it either', async () => {
    const vault = join(folder.path, 'nextcloud ada');
    const attempts: object[] = [{ location: vault, name: 'nextcloud-ada-notes' }];
    for (const name of ['nextcloud,ada', 'nextcloud ada notes', ' nextcloud-ada', 'nextcloud-ada-notes']) {
      const location = join(folder.path, 'variants', name);
      await mkdir(join(location, '.obsidian'), { recursive: true });
      attempts.push({ location });
    }
    for (const attempt of attempts) {
      const { status, text } = await sources('bob', { kind: 'obsidian', ...attempt });
      expect([attempt, status, text]).toEqual([attempt, 403, expect.stringContaining('ACCESS.DENIED')]);
    }
    expect((await fetched('ada', 'tributary://nextcloud-ada-notes/1')).text).toContain('CANARY-ada');
    expect((await bed.call(bed.owner, '/api/collections/nextcloud-ada-notes')).text).toContain('"documents":1');
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
      return [answer.status, answer.text.includes('CANARY-ada')];
    };
    expect(await found('adas-reader')).toEqual([200, true]);
    expect(await found('bobs-reader')).toEqual([200, false]);
    expect((await found('adas-writer'))[0]).toBe(403);
  });

  it('is not told of by a folder that its user put into it', async () => {
    await sources('ada', { location: join(folder.path, 'adas'), collection: 'nextcloud-ada-notes' });
    for (const path of ['/api/sources', '/api/status', '/api/jobs']) {
      expect([path, (await bed.call(tokenOf('bob'), path)).text]).toEqual([path, expect.not.stringContaining('nextcloud-ada')]);
    }
    expect((await bed.call(tokenOf('ada'), '/api/sources')).text).toContain('adas');
  });
});

describe('a collection in which others have documents', () => {
  it('says nothing of their sources to who guesses a token of a write', async () => {
    const { source } = Source.parse(JSON.parse((await notesOf('ada', { collection: 'together' })).text));
    await store('bob', { collection: 'together', text: 'A spade, by bob.' });
    const ask = (id: string) => ({
      query: 'spade',
      collections: ['together'],
      after: formatWriteToken({ sources: { [id]: 9 } }),
      wait_ms: 1,
    });
    expect((await bed.call(tokenOf('bob'), '/api/search', ask(source.id))).text).not.toContain('nextcloud-ada');
    expect((await bed.call(tokenOf('ada'), '/api/search', ask(source.id))).text).toContain('has not been gone through yet');
  });

  it('lists for a token of no user no job that names a document of somebody', async () => {
    await store('ada', { collection: 'listed', id: 'plan-of-ada', text: 'A plan of ada.' });
    await store('robot', { collection: 'listed', id: 'plan-of-all', text: 'A plan of everybody.' });
    const { jobs } = Jobs.parse(JSON.parse((await bed.call(bed.owner, '/api/jobs?limit=500')).text));
    const [his, everybodys] = ['plan-of-ada', 'plan-of-all'].map((id) => jobs.find(({ label }) => label === `listed/${id}`)?.id ?? '');
    const listed = await bed.call(tokenOf('robot'), '/api/jobs?limit=500');
    expect(listed.text).toContain('listed/plan-of-all');
    expect(listed.text).not.toMatch(/plan-of-ada|nextcloud-ada/);
    const one = async (id = '') => (await bed.call(tokenOf('robot'), `/api/jobs/${id}`)).status;
    expect([await one(his), await one(everybodys)]).toEqual([404, 200]);
  });

  it('counts for a token of no user what that sees', async () => {
    await store('ada', { collection: 'counted', text: 'A secret of ada.' });
    await store('robot', { collection: 'counted', text: 'Everybody may know.' });
    const counted = async (token: string) =>
      z.looseObject({}).parse(JSON.parse((await bed.call(token, '/api/collections/counted/statistics')).text));
    expect(await counted(tokenOf('robot'))).toMatchObject({ points_count: 1, vector_count: null });
    expect(await counted(bed.owner)).toMatchObject({ points_count: 2, vector_count: 2 });
  });

  it('keeps what is somebody’s when a source brings a document of its id', async () => {
    await store('ada', { collection: 'shed', id: '1', text: 'Kept in the shed by ada.' });
    const synced = await sources('bob', { location: join(folder.path, 'bobs.jsonl'), kind: 'jsonl', collection: 'shed' });
    expect((await fetched('ada', 'tributary://shed/1')).text).toContain('by ada');
    expect(JSON.parse(synced.text)).toMatchObject({ finished: true, source: { documents: 1, last_sync: { skipped: { 'id-taken': 1 } } } });
    expect((await fetched('bob', 'tributary://shed/9')).text).toContain('of bob');
  });

  it('stays theirs when notes of one user go to it', async () => {
    await store('ada', { collection: 'handbook-notes', id: 'first', text: 'How we work, by ada.' });
    expect((await notesOf('bob', { name: 'handbook' })).status).toBeLessThan(300);
    expect((await fetched('ada', 'tributary://handbook-notes/first')).text).toContain('by ada');
    expect((await bed.call(tokenOf('ada'), '/api/collections')).text).toContain('handbook-notes');
    expect((await fetched('bob', 'tributary://handbook-notes/2')).text).toContain('CANARY-bob');
  });
});
