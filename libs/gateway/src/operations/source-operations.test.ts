import { localOwner, type Principal, type SourceSummary } from '@tributary/contracts';
import { Catalog, documentRecordKey } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { sourceId } from '@tributary/kernel/ids';
import { temporaryFolder } from '@tributary/testing';
import { realpath } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { loopbackGuest } from '../access/authenticate.js';
import { getSource, listSources, requireAllowed, sameFilesNotes } from './source-operations.js';

const CLERK: Principal = { ...localOwner, unrestricted: false, scopes: ['search:read', 'admin'], collections: ['shop-docs'] };
const SHOP: SourceSummary = {
  id: 's',
  kind: 'folder',
  name: 'shop',
  location: '/shop',
  collections: ['shop-code', 'shop-docs'],
  ignore: ['payroll/old/'],
  state: 'stale',
  reason: '40 of 50 documents would be deleted. Nothing was deleted.',
  unconfirmed: 40,
  documents: 3,
  pending: 2,
  failed: 2,
  skipped: { secret: 1 },
  notes: ['Secrets were masked in payroll/wages.ts.'],
  failures: [{ document: 'payroll/bonus.ts', code: 'EMBEDDER.BROKEN', message: 'The model is broken.' }],
  last_sync: {
    added: 7,
    changed: 0,
    deleted: 0,
    unchanged: 0,
    skipped: { secret: 1 },
    examples: { secret: ['payroll/.env'] },
    is_part: false,
    finished_at: '2026-01-01',
  },
  last_synced_at: '2026-01-01',
  created_at: '2026-01-01',
};

async function readersOf(source: SourceSummary) {
  const catalog = new Catalog(new MemoryEngine().records);
  const rows = { 'shop-docs': ['indexed', 'accepted'], 'shop-code': ['indexed', 'indexed', 'accepted', 'failed', 'failed'] } as const;
  for (const [collection, states] of Object.entries(rows)) {
    for (const [at, state] of states.entries()) {
      const key = at.toString();
      const row = { collection, key, doc_id: key, version: 1, hash: '', state, accepted_at: 0, source: source.id };
      await catalog.documents.change(documentRecordKey(collection, key), () => ({ set: row }));
    }
  }
  return { catalog, summariseSource: { run: () => Promise.resolve(source), all: () => Promise.resolve([source]) } };
}

it('counts the documents of a source in the collections that are granted, and names none of the others', async () => {
  const readers = await readersOf(SHOP);
  const [listed] = await listSources(readers, CLERK);
  expect(listed).toEqual(await getSource(readers, 's', CLERK));
  expect(listed).toMatchObject({ collections: ['shop-docs'], documents: 1, pending: 1, failed: 0, skipped: {}, state: 'stale' });
  expect(listed?.reason).toMatch(/could not be compared with its index/);
  expect(JSON.stringify(listed)).not.toMatch(/payroll|secret|shop-code|40|50/);
});

it.each([
  ['/shop/part', '"tributary sources remove new" takes this part out.'],
  ['/shop', '"tributary sources remove s" takes that source out.'],
  ['/', '"tributary sources remove s" takes that source out.'],
])('advises to remove what is superfluous of a folder that is indexed twice: %s', async (location, advice) => {
  const readers = await readersOf(SHOP);
  const route = { code: 'c', docs: 'd' };
  const added = { id: 'new', kind: 'folder' as const, name: 'new', location, route, state: 'idle' as const, created_at: '2026-01-01' };
  await readers.catalog.sources.change('new', () => ({ set: added }));
  const [note] = await sameFilesNotes(readers, { sourceId: 'new', ids: ['s'], principal: localOwner });
  expect(note).toMatch(/^The source shop \(s\), \/shop, has these files already/);
  expect(note).toContain(advice);
});

it('tells who opens all its collections everything of a source, and everybody how a paused one goes on', async () => {
  const readers = await readersOf(SHOP);
  expect(await listSources(readers, localOwner)).toEqual([SHOP]);
  expect(await getSource(readers, 's', { ...CLERK, collections: ['shop-*'] })).toEqual(SHOP);
  const reason = 'Paused. To go on: tributary sources resume s';
  expect((await getSource(await readersOf({ ...SHOP, state: 'paused', reason }), 's', CLERK)).reason).toBe(reason);
});

it('allows the sources that a caller may read whole by their records alone, without summaries', async () => {
  const folder = await temporaryFolder();
  const location = await realpath(folder.path);
  const { catalog } = await readersOf(SHOP);
  const roots = { everybody: [], owner: [], tokens: new Map<string, readonly string[]>() };
  const ask = (principal: Principal, collection?: string) =>
    requireAllowed(
      { catalog, ingestRoots: roots },
      { location, wait_ms: 0, ...(collection === undefined ? {} : { collection }) },
      principal,
    );
  const register = async (collection: string | undefined, over: object) => {
    const id = sourceId(location, collection);
    const route = { code: collection ?? 'shop-code', docs: collection ?? 'shop-docs' };
    const base = { id, kind: 'folder' as const, name: id, location, route, state: 'idle' as const, created_at: '2026-01-01' };
    await catalog.sources.change(id, () => ({ set: { ...base, ...over } }));
  };
  const outside = { code: 'SOURCE.OUTSIDE_ROOTS' };
  await expect(ask(localOwner)).rejects.toMatchObject(outside);
  await register(undefined, {});
  await register('shop-docs', {});
  await register('of-bob', { user_id: 'bob' });
  await ask(localOwner, 'another');
  await ask(loopbackGuest);
  await ask({ ...CLERK, scopes: ['documents:write'] }, 'shop-docs');
  await expect(ask(loopbackGuest, 'of-bob')).rejects.toMatchObject(outside);
  await expect(ask(loopbackGuest, 'another')).rejects.toMatchObject(outside);
  await folder.remove();
});
