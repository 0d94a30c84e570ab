import type { Principal } from '@tributary/contracts';
import { Catalog, documentRecordKey, type DocumentRecord, type SourceRecord } from '@tributary/engines-port';
import { MemoryEngine } from '@tributary/engines-port/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { requireOwnDocuments, requireOwnPause, requireOwnSource, requireOwnWishes, requireUnpaused, withWishes } from './source-rights.js';

const BOB: Principal = {
  subject: 'token:bob',
  user_id: 'bob',
  groups: [],
  scopes: ['documents:write'],
  collections: ['*'],
  unrestricted: false,
};
const SCRIPT: Principal = { ...BOB, subject: 'token:script', user_id: undefined };
const DENIED = { code: 'ACCESS.DENIED' };

let catalog: Catalog;
beforeEach(async () => {
  catalog = new Catalog(new MemoryEngine().records);
  await register('of-owner', {});
  await register('of-bob', { registered_by: 'user:bob' });
  await register('of-script', { registered_by: 'token:script' });
  await register('notes-of-bob', { user_id: 'bob' });
});

async function register(id: string, over: Partial<SourceRecord>): Promise<SourceRecord> {
  const route = { code: 'team', docs: 'team' };
  const base = { id, kind: 'folder' as const, name: id, location: `/${id}`, route, state: 'idle' as const, created_at: '2026-01-01' };
  const source = await catalog.sources.change(id, () => ({ set: { ...base, ...over } }));
  if (source === undefined) throw new Error('not registered');
  return source;
}

const bring = (key: string, source: string, over: Partial<DocumentRecord> = {}) =>
  catalog.documents.change(documentRecordKey('team', key), () => ({
    set: { collection: 'team', key, doc_id: key, version: 1, hash: 'h', state: 'indexed', accepted_at: 0, source, ...over },
  }));
const taking = (writer: Principal | undefined, ...keys: string[]) => requireOwnDocuments(catalog, { collection: 'team', keys }, writer);

describe('documents that sources bring', () => {
  it('are taken out by who registered their source, by its user, and by who may change any', async () => {
    await bring('a', 'of-bob');
    await bring('b', 'notes-of-bob');
    await bring('c', 'of-script');
    await taking(BOB, 'a', 'b');
    await taking(SCRIPT, 'c');
    await taking(undefined, 'a', 'b', 'c');
    await expect(taking(BOB, 'a', 'c')).rejects.toThrow(/as c in team, is taken out only by whoever registered the source/);
    for (const key of ['a', 'b']) await expect(taking(SCRIPT, key)).rejects.toMatchObject(DENIED);
  });

  it('stay where another source has the same file', async () => {
    await bring('a', 'of-bob', { also: ['of-owner'] });
    await bring('b', 'of-bob', { also: ['notes-of-bob'] });
    await expect(taking(BOB, 'a')).rejects.toMatchObject(DENIED);
    await taking(BOB, 'b');
  });

  it('are taken out by whose alone they are, whoever registered their source', async () => {
    await bring('a', 'of-owner', { access: { user_id: 'bob' } });
    await bring('b', 'of-owner', { access: { acl: ['user:bob'] } });
    await taking(BOB, 'a');
    await expect(taking(BOB, 'b')).rejects.toMatchObject(DENIED);
  });
});

describe('a source', () => {
  it('that the owner registered for a user is changed, paused and purged by that user, too', async () => {
    const source = await register('notes-of-bob', { user_id: 'bob', state: 'paused' });
    requireOwnWishes(source, { watch: true }, BOB);
    await requireOwnPause(catalog, source.id, BOB);
    await requireOwnSource(catalog, source.id, BOB);
    for (const refused of [requireOwnPause(catalog, source.id, SCRIPT), requireOwnSource(catalog, source.id, SCRIPT)])
      await expect(refused).rejects.toMatchObject(DENIED);
    expect(() => {
      requireOwnWishes(source, { watch: true }, SCRIPT);
    }).toThrow(/leave watch out/);
  });

  it('that is paused goes on by who registered it alone, or who may change any', async () => {
    const source = await register('of-script', { registered_by: 'token:script', state: 'paused' });
    for (const writer of [SCRIPT, undefined]) requireUnpaused(source, writer);
    expect(() => {
      requireOwnWishes(source, {}, BOB);
    }).toThrow('A paused source is not synced. Whoever registered of-script, or a token with the scope admin, lets it go on');
    requireUnpaused(await register('of-script', { registered_by: 'token:script' }), BOB);
  });

  it('is the owner’s once he chose a setting, and stays with who registered it while he chose none', async () => {
    const source = await register('of-bob', { registered_by: 'user:bob' });
    expect(withWishes(source, {}, undefined)).toMatchObject({ registered_by: 'user:bob' });
    expect(withWishes(source, { watch: true }, BOB)).toMatchObject({ registered_by: 'user:bob', watch: true });
    const taken = withWishes(source, { ignore: ['private/'] }, undefined);
    expect(taken).toMatchObject({ ignore: ['private/'] });
    expect(taken).not.toHaveProperty('registered_by');
  });
});
