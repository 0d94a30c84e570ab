import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { localOwner, type DriftKind, type Principal } from '@tributary/contracts';
import { Engines, mayRead } from '@tributary/engines-port';
import { FolderReader } from '@tributary/sources-folder';
import { noteReaders } from '@tributary/sources-notes';
import { replaced } from '@tributary/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { EnsureCollection } from '../collections/ensure-collection.use-case.js';
import { AddSource } from '../sources/registering/add-source.use-case.js';
import { Testbed } from '../testbed/testbed.fixture.js';
import { Examine } from './examine.use-case.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start();
  for (const name of ['a', 'b', 'c']) await bed.write(`files/${name}.md`, `# File ${name}\n\nAbout the lamp of ${name}.`);
  await new AddSource(bed.collaborators).run({ location: join(bed.folder, 'files'), collection: 'files' });
  await new AcceptDocuments(bed.collaborators).run(
    ['x', 'y'].map((id) => ({ v: 1 as const, collection: 'notes', id, content: `Note ${id}.` })),
  );
  await bed.idle();
});
afterEach(() => bed.close());

const FILES = 3;

/** Changes the store behind everybody's back. */
function tamper(...statements: readonly string[]): void {
  const database = new DatabaseSync(join(bed.folder, 'store.db'));
  for (const statement of statements) database.exec(statement);
  database.close();
}

async function examine(repair = false) {
  return new Examine(bed.collaborators).run({ repair }, AbortSignal.timeout(60_000));
}

async function kinds(): Promise<readonly DriftKind[]> {
  return (await examine()).examples.map(({ kind }) => kind);
}

const changeRow = (key: string, change: object) =>
  bed.catalog.documents.change(key, (present) => (present === undefined ? { keep: true } : { set: { ...present, ...change } }));

it('remembers who shared a document whose row it brings up to date', async () => {
  const ada = { ...localOwner, subject: 'ada', user_id: 'ada', groups: ['staff'], unrestricted: false };
  const documents = ['shared', 'for-nobody'].map((id) => ({ v: 1 as const, collection: 'notes', id, content: `Of Ada: ${id}.` }));
  const lists = [['group:staff'], []];
  const given = documents.map((document, at) => ({ ...document, acl: lists[at] }));
  await new AcceptDocuments(bed.collaborators).run(given, { writer: ada });
  await bed.idle();
  for (const { id } of given) await changeRow(`notes/${id}`, { version: 1, hash: 'older' });
  expect(await examine(true)).toMatchObject({ repaired: 2 });
  for (const { id } of given) expect(await bed.catalog.documents.get(`notes/${id}`)).toMatchObject({ access: { by: 'user:ada' } });
});

interface Case {
  readonly what: string;
  readonly kind: DriftKind;
  readonly make: () => unknown;
  /** Passages afterwards, of `files` and `notes`. */
  readonly leaves?: readonly [number, number];
}

const CASES: readonly Case[] = [
  { what: 'points without a catalog row', kind: 'orphan-points', make: () => bed.catalog.documents.delete(['notes/x']) },
  {
    what: 'points of a deleted document',
    kind: 'orphan-points',
    make: () => changeRow('notes/x', { state: 'deleted', hash: '', chunks: 0 }),
    leaves: [FILES, 1],
  },
  {
    what: 'a delete the engine was never told of',
    kind: 'unapplied-delete',
    make: () => changeRow('notes/x', { state: 'deleted', hash: '', chunks: 0, indexed_at: undefined }),
    leaves: [FILES, 1],
  },
  {
    what: 'a file’s document whose points are gone',
    kind: 'missing-points',
    make: async () => {
      const row = await bed.catalog.documents.get('files/files/b.md');
      const document = { docId: row?.doc_id ?? '', key: row?.key ?? '', version: row?.version ?? 0 };
      await bed.engine.deleteDocuments({ collection: 'files__g1', documents: [document] });
      await changeRow('files/files/b.md', { version: document.version + 1 });
    },
  },
  {
    what: 'a document of which some points are gone',
    kind: 'missing-points',
    make: () => {
      tamper("DELETE FROM points WHERE content LIKE '%lamp of c%'");
    },
  },
  {
    what: 'a handed-in document whose points are gone, by marking it as failed',
    kind: 'missing-points',
    make: () => changeRow('notes/y', { version: 9_000_000_000_000_000 }),
    leaves: [FILES, 2],
  },
  { what: 'an older version in the catalog', kind: 'wrong-version', make: () => changeRow('notes/x', { version: 1, hash: 'older' }) },
  { what: 'a wrong count in the catalog', kind: 'wrong-count', make: () => changeRow('notes/x', { chunks: 7 }) },
  {
    what: 'wrong statistics of the engine',
    kind: 'wrong-statistics',
    make: () => {
      tamper('UPDATE collections SET points = points + 5');
    },
  },
  { what: 'a collection without its store', kind: 'missing-collection', make: () => bed.engine.dropCollection('files__g1') },
  {
    what: 'a collection the catalog forgot',
    kind: 'unlisted-collection',
    make: async () => {
      await bed.catalog.collections.delete(['notes']);
      await bed.catalog.documents.delete(['notes/x', 'notes/y']);
    },
  },
  {
    what: 'a generation nobody answers from, taking over what it alone holds',
    kind: 'stale-generation',
    make: async () => {
      const record = await bed.catalog.collections.get('notes');
      if (record) await bed.engine.createCollection('notes__g2', record.card);
      await bed.catalog.collections.change('notes', (present) => (present ? { set: { ...present, generation: 2 } } : { keep: true }));
    },
  },
  {
    what: 'a copy that a move left',
    kind: 'stale-generation',
    make: async () => {
      const record = await bed.catalog.collections.get('notes');
      if (record) await bed.engine.createCollection('notes__g3', record.card);
      await bed.catalog.collections.change('notes', (present) => (present ? { set: { ...present, last: 3 } } : { keep: true }));
    },
  },
  { what: 'a document whose file is gone', kind: 'file-gone', make: () => rm(join(bed.folder, 'files/a.md')), leaves: [FILES - 1, 2] },
];

describe('doctor', () => {
  it('lists a collection again for nobody but the owner and admins, until a grant names it', async () => {
    await bed.catalog.collections.change('notes', (present) => (present ? { set: { ...present, users: ['ada'] } } : { keep: true }));
    await bed.catalog.collections.delete(['notes']);
    await examine(true);
    const record = await bed.catalog.collections.get('notes');
    const sees = (over: Partial<Principal>) =>
      record !== undefined && mayRead({ ...localOwner, unrestricted: false, scopes: ['search:read'], collections: ['*'], ...over }, record);
    expect(sees(localOwner)).toBe(true);
    expect([sees({ user_id: 'bob' }), sees({ user_id: 'ada' }), sees({})]).toEqual([false, false, false]);
    expect([sees({ user_id: 'bob', collections: ['notes'] }), sees({ scopes: ['admin'] })]).toEqual([true, true]);
  });

  it('finds nothing where nothing differs', async () => {
    expect(await examine()).toEqual({ found: 0, repaired: 0, remaining: 0, examples: [], left: [] });
  });

  it.each(CASES)('names $what ($kind), repairs it, and then finds nothing', async ({ kind, make, leaves = [FILES, 2] }) => {
    await make();
    expect(await kinds()).toContain(kind);
    expect(await examine(true)).toMatchObject({ remaining: 0, left: [] });
    expect(await kinds()).toEqual([]);
    expect([(await bed.points('files')).length, (await bed.points('notes')).length]).toEqual(leaves);
  });

  it('names and mends nothing of collections it is not to look at', async () => {
    for (const { make } of CASES.filter(({ kind }) => ['stale-generation', 'missing-points', 'file-gone'].includes(kind))) await make();
    const found = await kinds();
    const other = { repair: true, includes: (name: string) => name === 'others' };
    expect(await new Examine(bed.collaborators).run(other, AbortSignal.timeout(60_000))).toMatchObject({ found: 0, examples: [] });
    expect(found).toEqual(expect.arrayContaining(['stale-generation', 'missing-points', 'file-gone']));
    expect(await kinds()).toEqual(found);
  });

  it('takes nothing that is being written for drift', async () => {
    await bed.stop();
    await writeFile(join(bed.folder, 'files/d.md'), 'On its way.');
    await new AcceptDocuments(bed.collaborators).run([{ v: 1, collection: 'notes', id: 'z', content: 'On its way, too.' }]);
    expect(await kinds()).toEqual([]);
  });

  it('names notes that are gone from a vault, and passes over an export that is damaged', async () => {
    await bed.stop();
    const parts = { ...bed.collaborators, readers: { ...bed.collaborators.readers, ...noteReaders(new FolderReader()) } };
    await bed.start(parts);
    for (const path of ['vault/.obsidian/app.json', 'vault/a.md', 'vault/b.md', 'damaged.bear2bk']) await bed.write(path, '{}');
    for (const place of ['vault', 'damaged.bear2bk'])
      await new AddSource(parts).run({ location: join(bed.folder, place), collection: 'mine' });
    await bed.idle();
    await rm(join(bed.folder, 'vault/b.md'));
    const { examples } = await new Examine(parts).run({ repair: false }, AbortSignal.timeout(60_000));
    expect(examples).toMatchObject([{ kind: 'file-gone', collection: 'mine', id: 'vault/b.md' }]);
    expect(examples[0]?.detail).toMatch(/^b\.md is no longer in .*vault: the source is synced\.$/);
  });

  it('asks an engine that is down nothing more, and names the collections it did not compare', async () => {
    const asked: string[] = [];
    const ask = (what: string) => () => {
      asked.push(what);
      return Promise.reject(new Error('It hangs.'));
    };
    const hanging = replaced(bed.engine, {
      name: 'team',
      health: () => Promise.resolve({ name: 'team', kind: 'chroma', status: 'down', detail: 'It did not answer within 3 s.' }),
      listCollections: ask('list'),
      getCollection: ask('get'),
    });
    const { card } = await new EnsureCollection(bed.collaborators).run('files');
    await bed.catalog.collections.change('theirs', () => ({ set: { name: 'theirs', engine: 'team', card, generation: 1 } }));
    const parts = { ...bed.collaborators, engines: new Engines(bed.engine, [hanging]) };
    await bed.catalog.documents.delete(['notes/x']);
    const { examples, uncompared } = await new Examine(parts).run({ repair: false }, AbortSignal.timeout(60_000));
    expect(examples).toMatchObject([{ kind: 'orphan-points', collection: 'notes' }]);
    expect(uncompared).toEqual([{ engine: 'team', collections: ['theirs'], reason: 'It did not answer within 3 s.' }]);
    expect(asked).toEqual([]);
  });

  it('compares the others where a collection lies on an engine that is configured no more, and names it', async () => {
    const { card } = await new EnsureCollection(bed.collaborators).run('files');
    await bed.catalog.collections.change('lost', () => ({ set: { name: 'lost', engine: 'team', card, generation: 1 } }));
    await bed.catalog.documents.delete(['notes/x']);
    expect(await examine()).toMatchObject({
      examples: [{ kind: 'orphan-points', collection: 'notes' }],
      uncompared: [
        {
          engine: 'team',
          collections: ['lost'],
          reason: 'No engine is configured under this name: add it to the configuration again, or remove its collections.',
        },
      ],
    });
  });

  it('notes whose a document is that became somebody’s after a backup of the catalog', async () => {
    const accept = new AcceptDocuments(bed.collaborators);
    const before = await bed.catalog.documents.get('notes/x');
    const ofAda = { v: 1 as const, collection: 'notes', user_id: 'ada' };
    await accept.run([
      { ...ofAda, id: 'x', content: 'A secret of ada.' },
      { ...ofAda, id: 'y', content: 'A long secret of ada. '.repeat(500) },
    ]);
    await bed.idle();
    await changeRow('notes/x', { ...before });
    await bed.catalog.documents.delete(['notes/y']);
    tamper("DELETE FROM points WHERE content LIKE '%long secret%' AND payload LIKE '%\"chunk_index\":0,%'");
    expect((await examine(true)).examples.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['wrong-version', 'orphan-points']));
    const bob = { subject: 'bob', user_id: 'bob', groups: [], scopes: [], collections: ['*'], unrestricted: false };
    const over = await accept.run(
      ['x', 'y'].map((id) => ({ v: 1 as const, collection: 'notes', id, content: 'By bob.', user_id: 'bob' })),
      { writer: bob },
    );
    expect(over.map(({ error }) => error?.code)).toEqual(['DOCUMENT.ID_TAKEN', 'DOCUMENT.ID_TAKEN']);
  });

  it('deletes nothing where a folder is away as a whole', async () => {
    await rm(join(bed.folder, 'files'), { recursive: true });
    expect(await examine(true)).toMatchObject({ found: 0 });
    expect(await bed.points('files')).toHaveLength(FILES);
  });
});
