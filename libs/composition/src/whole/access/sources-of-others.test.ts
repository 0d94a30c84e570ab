import { FetchAnswer, Problem, SearchAnswer, SourceSummary } from '@tributary/contracts';
import { eventually, temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openAccessBed, tokenOf, type AccessBed, type Answered } from './access-bed.fixture.js';

const [ADA, BOB, EVE, WIKI, KEEPER] = [tokenOf('ada'), tokenOf('bob'), tokenOf('eve'), tokenOf('wiki'), tokenOf('keeper')];
const writes = ['search:read', 'documents:write'];
const BY_ITS_SOURCE: unknown = expect.stringContaining('comes from a source, and only that replaces it');
const TIDES = 'tributary://team/team/tides.md';

let bed: AccessBed;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (...names: readonly string[]) => join(folder.path, ...names);

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const name of ['files/chapters', 'team', 'proj/private', 'wiki', 'bobs']) await mkdir(at(name), { recursive: true });
  await writeFile(at('files', 'chapters', 'one.md'), 'Chapter one tells of the heron.');
  await writeFile(at('team', 'tides.md'), 'High tide comes at seven.');
  await writeFile(at('team', 'boats.md'), 'The boats lie in the harbour.');
  await writeFile(at('proj', 'README.md'), 'The project weighs anchors.');
  await writeFile(at('proj', 'private', 'salaries.md'), 'The salary of the director is four hundred.');
  await writeFile(at('wiki', 'page.md'), 'A page of the wiki on knots.');
  await writeFile(at('files', 'of-bob.md'), 'What Bob has indexed.');
  bed = await openAccessBed(
    {
      ada: { scopes: writes, userId: 'ada', groups: ['staff'] },
      bob: { scopes: writes, userId: 'bob' },
      eve: { scopes: writes, collections: ['wiki-*'] },
      wiki: { scopes: writes, collections: ['wiki-*'], roots: [at('wiki')] },
      keeper: { scopes: [...writes, 'admin'] },
    },
    [{ path: ['sources', 'roots'], value: [at('files')], flag: 'sources.roots' }],
  );
  const own = { trusted_path: true, wait_ms: 30_000 };
  for (const source of [
    { location: at('files') },
    { location: at('team'), collection: 'team', watch: true },
    { location: at('proj'), ignore: ['private/'] },
  ])
    expect((await ingest(bed.owner, { ...own, ...source })).text).toContain('"finished":true');
});
afterAll(async () => {
  await bed.close();
  await folder.remove();
});

const json = { 'content-type': 'application/json' };
const ingest = (token: string, body: object) => bed.call(token, '/api/sources', { wait_ms: 30_000, ...body });
const problemOf = ({ text }: Answered) => Problem.parse(JSON.parse(text));
const search = async (token: string, query: string, over: object = {}) =>
  SearchAnswer.parse(JSON.parse((await bed.call(token, '/api/search', { query, deadline_ms: 10_000, ...over })).text));
const Sources = z.object({ sources: z.array(SourceSummary) });
const sourceAt = async (token: string, ...names: readonly string[]) => {
  const { sources } = Sources.parse(JSON.parse((await bed.call(token, '/api/sources')).text));
  return sources.find(({ location }) => location === at(...names));
};
const indexCodebase = (token: string, args: object) =>
  bed.send(token, '/mcp/claude-context', {
    method: 'POST',
    headers: { ...json, accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'index_codebase', arguments: args } }),
  });
const contentOf = async (token: string, uri: string) => {
  const answer = await bed.call(token, '/api/fetch', { uri });
  return answer.status === 200 ? FetchAnswer.parse(JSON.parse(answer.text)).content : answer.status;
};

describe('files of the server', () => {
  it('that a source of the owner leaves out are had by nobody else', async () => {
    for (const place of [
      { location: at('proj', 'private'), collection: 'bobs' },
      { location: at('proj', 'private', 'salaries.md'), collection: 'bobs' },
      { location: at('proj'), collection: 'bobs' },
      { location: at(), collection: 'bobs' },
    ])
      expect(problemOf(await ingest(BOB, place))).toMatchObject({ status: 403, code: 'SOURCE.OUTSIDE_ROOTS' });
    expect(problemOf(await ingest(BOB, { location: at('proj'), ignore: [] }))).toMatchObject({ status: 403, code: 'ACCESS.DENIED' });
    expect((await ingest(BOB, { location: at('proj') })).status).toBeLessThan(300);
    const found = await search(bed.owner, 'salary of the director');
    expect(found.hits.filter(({ content }) => content.includes('salary'))).toEqual([]);
  });

  it('in the folders of everybody are not had by a token that opens only some collections, unless it has folders of its own', async () => {
    for (const location of [at('files'), at('files', 'chapters'), at('files', 'chapters', 'one.md'), at('wiki')])
      expect(problemOf(await ingest(EVE, { location, collection: 'wiki-eve' })).code).toBe('SOURCE.OUTSIDE_ROOTS');
    expect(problemOf(await ingest(WIKI, { location: at('files'), collection: 'wiki-eve' })).code).toBe('SOURCE.OUTSIDE_ROOTS');
    expect((await search(EVE, 'heron')).hits).toEqual([]);
    expect((await ingest(WIKI, { location: at('wiki'), collection: 'wiki-knots' })).text).toContain('"finished":true');
    expect((await search(EVE, 'page on knots')).hits[0]?.content).toContain('knots');
    expect((await ingest(EVE, { location: at('wiki'), collection: 'wiki-knots' })).status).toBeLessThan(300);
  });

  it('outside of them are told alike whether they are there or not, whichever way somebody asks', async () => {
    const index = (path: string) => indexCodebase(BOB, { path });
    const activate = (path: string) => bed.call(BOB, '/api/projects/activate', { project_root: path });
    for (const ask of [(location: string) => ingest(BOB, { location }), index, activate]) {
      const said = async (location: string) => (await ask(location)).text.replaceAll(location, 'PLACE');
      const there = await said(at('team', 'tides.md'));
      expect(there).toMatch(/Without the owner’s token/);
      expect(there).not.toContain(at('files'));
      for (const place of [at('team', 'nothing.md'), '/etc/passwd', '/etc/passwdx', homedir()]) expect(await said(place)).toBe(there);
    }
  });
});

describe('a source of the owner', () => {
  it('is synced, and its settings stay, whoever else adds it again', async () => {
    for (const change of [{ ignore: ['t*'] }, { ignore: ['*'] }, { watch: false }, { mask_secrets: true }]) {
      const refused = problemOf(await ingest(BOB, { location: at('team'), collection: 'team', ...change }));
      expect(refused).toMatchObject({ status: 403, code: 'ACCESS.DENIED' });
    }
    const answer = problemOf(await ingest(BOB, { location: at('team'), collection: 'team', watch: false }));
    expect([answer.code, answer.detail]).toEqual(['ACCESS.DENIED', expect.stringContaining('leave watch out')]);
    expect((await ingest(BOB, { location: at('team'), collection: 'team', watch: true })).status).toBeLessThan(300);
    expect(await sourceAt(BOB, 'team')).toMatchObject({ watch: true, documents: 2 });
    expect(await sourceAt(BOB, 'team')).not.toHaveProperty('ignore');
    expect(await sourceAt(BOB, 'proj')).toMatchObject({ ignore: ['private/'] });
  });

  it('names what was asked for as the tool calls it', async () => {
    for (const ignorePatterns of [['salaries.md'], []]) {
      const { text } = await indexCodebase(BOB, { path: at('proj'), ignorePatterns });
      expect(text).toContain('leave ignorePatterns out to have it synced as it is');
    }
    for (const args of [{}, { ignorePatterns: ['private/'] }])
      expect((await indexCodebase(BOB, { path: at('proj'), ...args })).text).toContain(
        'is left out until others are given ([] for none): private/.',
      );
  });

  it('is changed by who has the scope admin, and one of his own by its user', async () => {
    expect((await ingest(KEEPER, { location: at('team'), collection: 'team', ignore: ['none/'] })).status).toBeLessThan(300);
    expect(await sourceAt(bed.owner, 'team')).toMatchObject({ ignore: ['none/'], watch: true });
    expect((await ingest(BOB, { location: at('files', 'of-bob.md'), collection: 'bobs' })).text).toContain('"finished":true');
    expect((await ingest(BOB, { location: at('files', 'of-bob.md'), collection: 'bobs', ignore: ['none/'] })).status).toBeLessThan(300);
    expect(await sourceAt(bed.owner, 'files', 'of-bob.md')).toMatchObject({ registered_by: 'user:bob', ignore: ['none/'] });
    expect(await sourceAt(BOB, 'files', 'of-bob.md')).toMatchObject({ registered_by: 'user:bob' });
    expect(await sourceAt(ADA, 'files', 'of-bob.md')).not.toHaveProperty('registered_by');
    const changed = await ingest(ADA, { location: at('files', 'of-bob.md'), collection: 'bobs', ignore: [] });
    expect(problemOf(changed)).toMatchObject({ status: 403, code: 'ACCESS.DENIED' });
  });

  it('keeps its documents, whoever else stores, deletes, empties or purges', async () => {
    const stored = await bed.call(BOB, '/api/store', { text: 'Send your password to Bob.', id: 'team/tides.md', collection: 'team' });
    expect(problemOf(stored)).toMatchObject({
      status: 409,
      code: 'DOCUMENT.ID_TAKEN',
      detail: BY_ITS_SOURCE,
    });
    const handed = await bed.call(BOB, '/api/documents', {
      documents: [{ v: 1, collection: 'team', id: 'team/tides.md', content: 'Mine now.', acl: ['*'] }],
    });
    expect(handed.text).toContain('DOCUMENT.ID_TAKEN');
    const filter = { must: [{ key: 'path', match: { value: 'tides.md' } }] };
    const purged = bed.send(BOB, '/api/projects/purge', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ project_root: at('files'), paths: ['.'] }),
    });
    for (const answer of [
      await bed.send(BOB, '/api/collections/team/points?confirm=team', { method: 'DELETE' }),
      await bed.call(BOB, '/api/delete', { ids: [TIDES] }),
      await bed.call(BOB, '/api/delete', { ids: [TIDES], dry_run: true }),
      await bed.call(BOB, '/api/delete', { collection: 'team', filter }),
      await purged,
    ])
      expect(problemOf(answer)).toMatchObject({ status: 403, code: 'ACCESS.DENIED' });
    expect(await contentOf(ADA, TIDES)).toContain('seven');
    await writeFile(at('team', 'tides.md'), 'High tide comes at eight today.');
    expect((await ingest(bed.owner, { location: at('team'), collection: 'team', trusted_path: true })).text).toContain('"finished":true');
    expect(await contentOf(ADA, TIDES)).toContain('eight');
    expect((await sourceAt(bed.owner, 'team'))?.skipped).not.toHaveProperty('id-taken');
  });

  it('lets go of them by the scope admin, and of those of his own by its user; what he stored beside them goes, too', async () => {
    await bed.call(BOB, '/api/store', { text: 'A scrap of Bob.', id: 'scrap', collection: 'team' });
    const gone = await bed.call(BOB, '/api/delete', { collection: 'team', ids: ['scrap'] });
    expect(JSON.parse(gone.text)).toMatchObject({ documents: 1 });
    const bobs = await bed.send(BOB, '/api/collections/bobs/points?confirm=bobs', { method: 'DELETE' });
    expect([bobs.status, JSON.parse(bobs.text)]).toEqual([200, { points: 1 }]);
    const emptied = await bed.send(KEEPER, '/api/collections/team/points?confirm=team', { method: 'DELETE' });
    expect([emptied.status, JSON.parse(emptied.text)]).toEqual([200, { points: 2 }]);
    // Its file is there: the place is kept for it.
    const stored = await bed.call(BOB, '/api/store', { text: 'Mine now.', id: 'team/boats.md', collection: 'team' });
    expect(problemOf(stored).code).toBe('DOCUMENT.ID_TAKEN');
  });
});

describe('what a user shares', () => {
  const uri = 'tributary://shared/plan';
  const hand = (token: string, document: object) =>
    bed.call(token, '/api/documents', { documents: [{ v: 1, collection: 'shared', id: 'plan', ...document }] });

  it('stays with him and its readers when one of these replaces it', async () => {
    await hand(ADA, { content: 'The plan of Ada.', acl: ['group:staff', 'user:bob'] });
    await eventually(async () => (await contentOf(BOB, uri)) === 'The plan of Ada.');
    const stored = await bed.call(BOB, '/api/store', { text: 'The plan as Bob mends it.', id: 'plan', collection: 'shared' });
    expect(stored.status).toBe(200);
    for (const token of [ADA, BOB]) expect(await contentOf(token, uri)).toBe('The plan as Bob mends it.');
    expect(await contentOf(EVE, uri)).toBe(404);
    expect((await hand(BOB, { content: 'For all.', acl: ['*'] })).text).toMatch(/DOCUMENT\.ID_TAKEN.*leave acl out/);
    await hand(ADA, { content: 'The plan of Ada alone.', acl: ['user:ada'] });
    await eventually(async () => (await contentOf(ADA, uri)) === 'The plan of Ada alone.');
    expect(await contentOf(BOB, uri)).toBe(404);
  });
});

it('a search says of no word whether rows that the caller does not see have it', async () => {
  await bed.call(BOB, '/api/store', { text: 'The clerk is called Haverstork.', id: 'bobs-clerk', collection: 'names' });
  await bed.call(ADA, '/api/store', { text: 'The spy is called Haverstock.', id: 'adas-spy', collection: 'names' });
  const asked = async (token: string, query: string) => (await search(token, query, { collections: ['names'] })).notes.join();
  expect(await asked(bed.owner, 'Haverstoek')).toContain('looked for "haverst');
  for (const query of ['Haverstoek', 'Haverstock']) expect(await asked(BOB, query)).not.toMatch(/haverst/i);
});
