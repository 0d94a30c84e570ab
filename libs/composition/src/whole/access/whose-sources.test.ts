import { FetchAnswer, Problem, SearchAnswer, SourceSummary } from '@tributary/contracts';
import { eventually, temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed, type Answered } from './access-bed.fixture.js';

const [ADA, BOB, KEEPER, SCRIPT, OTHER] = ['ada', 'bob', 'keeper', 'script', 'other'].map(tokenOf);
const GUEST = '';
const writes = ['search:read', 'documents:write'];

let bed: AccessBed;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (...names: readonly string[]) => join(folder.path, ...names);

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const name of ['watched', 'of-ada/private', 'project', 'of-script']) await mkdir(at(name), { recursive: true });
  await writeFile(at('watched', 'tides.md'), 'High tide comes at seven.');
  await writeFile(at('of-ada', 'boats.md'), 'The boats lie in the harbour.');
  await writeFile(at('of-ada', 'private', 'salaries.md'), 'The salary of the director is four hundred.');
  await writeFile(at('project', 'README.md'), 'The project weighs anchors.');
  await writeFile(at('of-script', 'page.md'), 'A page on knots.');
  bed = await openAccessBed(
    {
      ada: { scopes: writes, userId: 'ada', groups: ['staff'] },
      bob: { scopes: writes, userId: 'bob', groups: ['ops'] },
      keeper: { scopes: [...writes, 'admin'] },
      script: { scopes: writes, groups: ['staff', 'ops'] },
      other: { scopes: writes, groups: ['staff', 'ops'] },
    },
    [
      { path: ['sources', 'roots'], value: [folder.path], flag: 'sources.roots' },
      { path: ['access', 'guests'], value: true, flag: 'access.guests' },
    ],
  );
});
afterAll(async () => {
  await bed.close();
  await folder.remove();
});

const problemOf = ({ text }: Answered) => Problem.parse(JSON.parse(text));
const ingest = (token = '', body: object = {}) => bed.call(token, '/api/sources', { wait_ms: 30_000, ...body });
const added = async (token: string | undefined, body: object) => {
  const { text } = await ingest(token, body);
  expect(text).toContain('"finished":true');
  return z.object({ source: SourceSummary }).parse(JSON.parse(text)).source;
};
const sourceOf = async (id: string) => {
  const { text } = await bed.call(bed.owner, '/api/sources');
  const { sources } = z.object({ sources: z.array(SourceSummary) }).parse(JSON.parse(text));
  return sources.find((source) => source.id === id);
};
const contentOf = async (token: string | undefined, uri: string) => {
  const answer = await bed.call(token ?? '', '/api/fetch', { uri });
  return answer.status === 200 ? FetchAnswer.parse(JSON.parse(answer.text)).content : answer.status;
};

describe('a source', () => {
  const change = (token: string | undefined, id: string, what: 'pause' | 'resume' | 'sync') =>
    bed.call(token ?? '', `/api/sources/${id}/${what}`, {});

  it('is paused, and goes on, by whoever registered it and by the scope admin alone', async () => {
    const { id } = await added(bed.owner, { location: at('watched') });
    for (const token of [GUEST, BOB, SCRIPT])
      expect(problemOf(await change(token, id, 'pause'))).toMatchObject({ status: 403, code: 'ACCESS.DENIED' });
    expect((await sourceOf(id))?.state).not.toBe('paused');
    expect((await change(KEEPER, id, 'pause')).status).toBe(200);
    for (const token of [GUEST, BOB, SCRIPT])
      expect(problemOf(await change(token, id, 'resume'))).toMatchObject({ status: 403, code: 'ACCESS.DENIED' });
    for (const token of [GUEST, BOB, SCRIPT])
      expect(problemOf(await ingest(token, { location: at('watched') }))).toMatchObject({ status: 409, code: 'SOURCE.PAUSED' });
    expect((await sourceOf(id))?.state).toBe('paused');
    expect((await change(bed.owner, id, 'resume')).status).toBe(200);

    const { id: his } = await added(SCRIPT, { location: at('of-script') });
    for (const what of ['pause', 'resume', 'pause'] as const) expect((await change(SCRIPT, his, what)).status).toBe(200);
    expect((await change(OTHER, his, 'resume')).status).toBe(403);
    await added(SCRIPT, { location: at('of-script') });
  });

  it('that is a paused project goes on by neither activating nor reindexing it', async () => {
    const activated = await bed.call(bed.owner, '/api/projects/activate', { project_root: at('project'), index_only: true });
    const { source_id: id } = z.object({ project: z.object({ source_id: z.string() }) }).parse(JSON.parse(activated.text)).project;
    await eventually(async () => (await sourceOf(id))?.documents === 1);
    const reindex = (token: string | undefined) =>
      bed.call(token ?? '', '/api/projects/reindex', { project_root: at('project'), wait_ms: 30_000 });
    expect((await reindex(BOB)).status).toBeLessThan(300);
    expect((await change(bed.owner, id, 'pause')).status).toBe(200);
    for (const answer of [await reindex(BOB), await bed.call(BOB ?? '', '/api/projects/activate', { project_root: at('project') })])
      expect(problemOf(answer)).toMatchObject({ status: 409, code: 'SOURCE.PAUSED' });
    expect(await sourceOf(id)).toMatchObject({ state: 'paused', documents: 1 });
    expect((await reindex(bed.owner)).status).toBeLessThan(300);
    expect((await sourceOf(id))?.state).not.toBe('paused');
  });

  it('whose collection the owner removed brings it back for him alone', async () => {
    const place = { location: at('watched'), collection: 'dropped' };
    const { id } = await added(bed.owner, place);
    expect((await bed.send(bed.owner, '/api/collections/dropped?confirm=dropped', { method: 'DELETE' })).status).toBeLessThan(300);
    expect(problemOf(await ingest(BOB, place))).toMatchObject({ status: 409, code: 'SOURCE.PAUSED' });
    expect((await bed.call(bed.owner, '/api/collections/dropped')).status).toBe(404);
    await added(bed.owner, place);
    expect(await sourceOf(id)).toMatchObject({ documents: 1 });
  });

  it('that somebody registered becomes the owner’s when he chooses its settings', async () => {
    const { id } = await added(ADA, { location: at('of-ada') });
    expect(await sourceOf(id)).toMatchObject({ registered_by: 'user:ada', documents: 2 });
    await added(bed.owner, { location: at('of-ada') });
    expect(await sourceOf(id)).toMatchObject({ registered_by: 'user:ada' });
    await added(bed.owner, { location: at('of-ada'), ignore: ['private/'] });
    expect(await sourceOf(id)).toMatchObject({ ignore: ['private/'], documents: 1 });
    expect(await sourceOf(id)).not.toHaveProperty('registered_by');
    expect(problemOf(await ingest(ADA, { location: at('of-ada'), ignore: [] }))).toMatchObject({ status: 403, code: 'ACCESS.DENIED' });
    const elsewhere = { location: at('of-ada', 'private'), collection: 'bobs' };
    expect(problemOf(await ingest(BOB, elsewhere))).toMatchObject({ status: 403, code: 'SOURCE.OUTSIDE_ROOTS' });
    await added(ADA, { location: at('of-ada') });
    const { text } = await bed.call(bed.owner, '/api/search', { query: 'salary of the director', deadline_ms: 10_000 });
    expect(SearchAnswer.parse(JSON.parse(text)).hits.filter(({ content }) => content.includes('salary'))).toEqual([]);
  });
});

describe('readers of a document', () => {
  const hand = (token: string | undefined, document: object) =>
    bed.call(token ?? '', '/api/documents', { documents: [{ v: 1, collection: 'shared', ...document }] });

  it('are changed by the token that stored it, though that has no user, and by no other one', async () => {
    const uri = 'tributary://shared/page';
    await hand(SCRIPT, { id: 'page', content: 'For the staff.', acl: ['group:staff', 'group:ops'] });
    await eventually(async () => (await contentOf(BOB, uri)) === 'For the staff.');
    expect((await hand(OTHER, { id: 'page', content: 'For me.', acl: ['*'] })).text).toMatch(/DOCUMENT\.ID_TAKEN.*leave acl out/);
    expect((await hand(SCRIPT, { id: 'page', content: 'For the staff alone.', acl: ['group:staff'] })).text).toContain('"accepted"');
    await eventually(async () => (await contentOf(ADA, uri)) === 'For the staff alone.');
    expect(await contentOf(BOB, uri)).toBe(404);
  });

  it('are changed by a guest of what guests stored; that everybody may read it changes nothing', async () => {
    await hand(GUEST, { id: 'note', content: 'A note of a guest.' });
    await eventually(async () => (await contentOf(BOB, 'tributary://shared/note')) === 'A note of a guest.');
    expect((await hand(BOB, { id: 'note', content: 'As Bob mends it.', acl: ['*'] })).text).toContain('"accepted"');
    expect((await hand(BOB, { id: 'note', content: 'Of Bob.', acl: ['user:bob'] })).text).toContain('DOCUMENT.ID_TAKEN');
    expect((await hand(GUEST, { id: 'note', content: 'For the staff.', acl: ['group:staff', '*'] })).text).toContain('"accepted"');
    await hand(GUEST, { id: 'note', content: 'For the staff.', acl: ['group:staff'] });
    await eventually(async () => (await contentOf(ADA, 'tributary://shared/note')) === 'For the staff.');
    expect(await contentOf(BOB, 'tributary://shared/note')).toBe(404);
  });

  it('are changed by who named them after a move under another name, too', async () => {
    await hand(ADA, { id: 'plan', content: 'The plan of Ada.', acl: ['group:staff', 'group:ops'] });
    await eventually(async () => (await contentOf(BOB, 'tributary://shared/plan')) === 'The plan of Ada.');
    await bed.call(bed.owner, '/api/collections/shared/migrate', { to: 'main/moved' });
    await eventually(async () => {
      const { text } = await bed.call(bed.owner, '/api/collections/moved/migrate');
      expect(JSON.parse(text)).toMatchObject({ state: 'done' });
    });
    const again = { collection: 'moved', id: 'plan', content: 'The plan of Ada alone.', acl: ['user:ada'] };
    expect((await hand(BOB, again)).text).toContain('DOCUMENT.ID_TAKEN');
    expect((await hand(ADA, again)).text).toContain('"accepted"');
  });
});
