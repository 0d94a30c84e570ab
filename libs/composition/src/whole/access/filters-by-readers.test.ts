import { Problem, SearchAnswer } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccessBed, tokenOf, type AccessBed } from './access-bed.fixture.js';

const scopes = ['search:read', 'documents:write'];
const [CLEO, BOSS] = [tokenOf('cleo'), tokenOf('boss')];

let bed: AccessBed;
beforeAll(async () => {
  bed = await openAccessBed({
    cleo: { scopes, userId: 'cleo' },
    boss: { scopes: [...scopes, 'admin'], userId: 'boss' },
  });
  const shared = { id: 'shared', content: 'The heron stands in the reeds.', acl: ['user:cleo', 'user:emil', 'user:boss'] };
  await bed.call(bed.owner, '/api/documents', { documents: [{ v: 1, collection: 'birds', ...shared }] });
  await eventually(async () => hitsOf(await search(CLEO)) === 1);
});
afterAll(() => bed.close());

const search = (token: string, filter?: object) =>
  bed.call(token, '/api/search', {
    query: 'heron',
    collections: ['birds'],
    deadline_ms: 10_000,
    ...(filter === undefined ? {} : { filter }),
  });
const hitsOf = ({ text }: { readonly text: string }) => SearchAnswer.parse(JSON.parse(text)).hits.length;
const ofEmil = { key: 'acl', match: { value: 'user:emil' } };

it.each([
  { must: [ofEmil] },
  { must: ofEmil },
  { should: [ofEmil, { key: 'type', match: { value: 'doc' } }] },
  { must_not: [ofEmil] },
  { must: [{ should: [{ must_not: [ofEmil] }] }] },
  { min_should: { conditions: [ofEmil], min_count: 1 } },
  { must: [{ key: 'acl[]', match: { any: ['user:emil'] } }] },
  { must: [{ key: 'acl[0]', match: { text: 'emil' } }] },
  { must: [{ key: '"acl"', match: { except: ['user:cleo'] } }] },
  { must: [{ key: 'acl', values_count: { gt: 1 } }] },
  { must: [{ is_empty: { key: 'acl' } }] },
  { must: [{ is_null: { key: 'acl' } }] },
  { must: [{ nested: { key: 'acl', filter: { must: [{ key: 'x', match: { value: 1 } }] } } }] },
])('is refused to users and admins alike: %j', async (filter) => {
  for (const token of [CLEO, BOSS]) {
    const refused = await search(token, filter);
    expect([refused.status, Problem.parse(JSON.parse(refused.text)).code]).toEqual([403, 'ACCESS.DENIED']);
    expect(refused.text).toContain('leave that condition out');
  }
});

it('is refused wherever a filter is taken, and deletes nothing', async () => {
  const filter = { must: [ofEmil] };
  const tool = (path: string, name: string, given: object) =>
    bed.send(CLEO, path, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    });
  const answers = await Promise.all([
    bed.call(CLEO, '/api/collections/birds/points', { filter }),
    bed.call(CLEO, '/api/why-not', { query: 'heron', uri: 'tributary://birds/shared', filter }),
    bed.call(CLEO, '/api/delete', { collection: 'birds', filter }),
    tool('/mcp', 'search', { query: 'heron', collections: ['birds'], filter }),
    tool('/mcp/qdrant', 'qdrant-find', { query: 'heron', collection_name: 'birds', query_filter: filter }),
  ]);
  for (const { text } of answers) {
    expect(text).not.toContain('reeds');
    expect(text).toContain('A filter by acl is for the owner of the server alone');
  }
  expect(hitsOf(await search(CLEO))).toBe(1);
});

it('is answered to the owner; other filters, also by users and metadata of that name, to everybody', async () => {
  expect(hitsOf(await search(bed.owner, { must: [ofEmil] }))).toBe(1);
  expect(hitsOf(await search(bed.owner, { must: [{ key: 'acl', match: { value: 'group:nothere' } }] }))).toBe(0);
  expect(hitsOf(await search(CLEO, { must_not: [{ key: 'user_id', match: { value: 'emil' } }] }))).toBe(1);
  expect(hitsOf(await search(CLEO, { must: [{ is_empty: { key: 'metadata.acl' } }] }))).toBe(1);
});
