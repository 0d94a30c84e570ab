import { anybody, localOwner, type CollectionSummary, type Principal, type SearchAnswer, type SearchHit } from '@tributary/contracts';
import { Catalog, type SourceRecord } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { Deadline } from '@tributary/kernel';
import { replaced } from '@tributary/testing';
import { beforeEach, expect, it } from 'vitest';
import { loopbackGuest } from '../access/authenticate.js';
import { foldersOf, placedSources, withFolders, withHitFolders } from './source-folders.js';

let catalog: Catalog;
beforeEach(async () => {
  catalog = new Catalog(new MemoryEngine().records);
  await add('shop', { location: '/srv/shop', route: { code: 'shop-code', docs: 'shop-docs' } });
});

async function add(name: string, more: Partial<SourceRecord> = {}): Promise<void> {
  const source = {
    id: name,
    kind: 'folder',
    name,
    location: `/srv/${name}`,
    route: { code: 'all', docs: 'all' },
    state: 'idle',
    created_at: '2026-01-01',
    ...more,
  } as const;
  await catalog.sources.change(name, () => ({ set: source }));
}

const user = (name: string, more: Partial<Principal> = {}): Principal => ({
  ...anybody,
  scopes: ['search:read'],
  subject: name,
  user_id: name,
  ...more,
});
const token = (subject: string): Principal => ({ ...anybody, scopes: ['search:read'], subject, groups: ['staff'] });
const answerWith = (...uris: readonly string[]) => {
  const hits = uris.map((uri) => ({ uri, collection: /^tributary:\/\/([^/]+)/.exec(uri)?.[1] ?? '' }) as SearchHit); // Safe: no more of a hit is looked at.
  return { hits, coverage: [], notes: [], took_ms: 1 } satisfies SearchAnswer;
};
const placesOf = async (principal: Principal, ...uris: readonly string[]) =>
  withHitFolders(answerWith(...uris), await placedSources(catalog, principal)).folders?.map(
    ({ collection, location }) => `${collection} ${location}`,
  );

it('are told once for each source with hits', async () => {
  await add('C# notes', { location: '/srv/sharp' });
  await add('shop 2', { route: { code: 'shop-code', docs: 'shop-code' } });
  const hits = [
    'tributary://shop-code/shop/a.ts#0',
    'tributary://shop-code/shop/b.ts#1',
    'tributary://all/C%23 notes/c.md#0',
    'tributary://all/handed-in#0',
  ];
  expect(await placesOf(localOwner, ...hits)).toEqual(['shop-code /srv/shop', 'all /srv/sharp']);
  expect(await placesOf(localOwner, 'tributary://other/shop/a.ts#0')).toBeUndefined();
});

it('are those of files alone: of one by itself the folder around it, of pages and exports none', async () => {
  await add('plan', { kind: 'file', location: '/srv/ada/plan.md' });
  await add('page', { kind: 'web', location: 'https://example.org' });
  await add('export', { kind: 'bear', location: '/srv/bear' });
  const hits = ['plan', 'page', 'export'].map((name) => `tributary://all/${name}/x.md#0`);
  expect(await placesOf(localOwner, ...hits)).toEqual(['all /srv/ada']);
});

it('stand with each collection, ten at most', async () => {
  for (let n = 0; n < 12; n++) await add(`s${n.toString()}`);
  const summary = (name: string) => ({ name }) as CollectionSummary; // Safe: no more of it is looked at.
  const listed = await withFolders(catalog, localOwner, ['shop-docs', 'all', 'none'].map(summary));
  expect(listed.map(({ folders }) => folders?.length)).toEqual([1, 10, undefined]);
  expect(await foldersOf(catalog, localOwner, 'shop-docs')).toEqual({ folders: [{ source: 'shop', location: '/srv/shop' }] });
});

it('are told to who is alone with the server, and among several users to who registered a source, whose it is, and who administers', async () => {
  await add('ada', { registered_by: 'user:ada' });
  await add('own', { user_id: 'ada', registered_by: 'script' });
  await add('script', { registered_by: 'script' });
  const hits = ['tributary://shop-docs/shop/a.md#0', ...['ada', 'own', 'script'].map((name) => `tributary://all/${name}/a.md#0`)];
  const told = async (principal: Principal) => (await placesOf(principal, ...hits))?.map((place) => place.split('/').at(-1)) ?? [];
  expect(await told(localOwner)).toEqual(['shop', 'ada', 'own', 'script']);
  expect(await told(loopbackGuest)).toEqual(['shop', 'ada', 'script']);
  expect(await told(user('ada'))).toEqual(['ada', 'own']);
  expect(await told(user('bob'))).toEqual([]);
  expect(await told(token('script'))).toEqual(['script']);
  expect(await told(user('eve', { scopes: ['search:read', 'admin'] }))).toEqual(['shop', 'ada', 'own', 'script']);
});

it('are left out where the catalog does not answer', async () => {
  const { records } = new MemoryEngine();
  const broken = new Catalog(replaced(records, { listRevisions: () => Promise.reject(new Error('It is down.')) }));
  expect(await placedSources(broken, localOwner)).toEqual([]);
});

it.each([
  ['until the deadline', { deadline: Deadline.in(50) }],
  ['until the caller gives up', { deadline: Deadline.in(60_000), signal: AbortSignal.timeout(50) }],
])('are waited for %s where the catalog is silent', async (_, limits) => {
  const { records } = new MemoryEngine();
  const silent = new Catalog(replaced(records, { listRevisions: () => new Promise<never>(() => undefined) }));
  expect(await placedSources(silent, localOwner, limits)).toEqual([]);
});
