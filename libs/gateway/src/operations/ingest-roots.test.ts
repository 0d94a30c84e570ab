import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localOwner, type Principal } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { toErrorRecord } from '@tributary/kernel';
import { sourceId } from '@tributary/kernel/ids';
import { temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loopbackGuest } from '../access/authenticate.js';
import { requireIngestRoot } from './ingest-roots.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
const at = (...names: readonly string[]) => join(root, ...names);

beforeAll(async () => {
  folder = await temporaryFolder();
  root = await realpath(folder.path);
  for (const name of [
    'home/notes',
    'home-of-another',
    'given/docs',
    'given/left/out',
    'given/of-bob/out',
    'elsewhere',
    'indexed/private',
    'indexed/hidden',
    'wiki',
  ])
    await mkdir(at(name), { recursive: true });
  await writeFile(at('home', 'todo.md'), '# To do\n');
  await symlink(at('elsewhere'), at('home', 'link'));
});
afterAll(() => folder.remove());

const SOURCE: SourceRecord = {
  v: 1,
  id: '',
  kind: 'folder',
  name: 'indexed',
  location: '',
  route: { code: 'indexed', docs: 'indexed' },
  state: 'idle',
  skipped: {},
  examples: {},
  requested: 1,
  synced: 1,
  revision: 0,
  created_at: '2026-01-01',
};
const sourceAt = (location: string, collection?: string, over: Partial<SourceRecord> = {}): SourceRecord => ({
  ...SOURCE,
  id: sourceId(location, collection),
  location,
  ...over,
});

interface Asked {
  readonly principal?: Principal;
  readonly trusted?: boolean;
  readonly collection?: string;
  readonly ignore?: string[];
}

/** One source lies elsewhere; of one in the allowed folder some files are left out. */
async function ask(location: string, { principal = localOwner, trusted, ...place }: Asked = {}) {
  const all = [
    sourceAt(at('indexed'), undefined, { ignore: ['private/'] }),
    sourceAt(at('indexed', 'hidden'), 'hidden'),
    sourceAt(at('given', 'left'), 'left', { ignore: ['out/'] }),
    sourceAt(at('given', 'of-bob'), 'of-bob', { ignore: ['out/'], registered_by: 'user:bob' }),
    sourceAt(at('given', 'docs'), 'docs', { ignore: [] }),
  ];
  await requireIngestRoot(
    { location, ...place, ...(trusted === undefined ? {} : { trusted_path: trusted }) },
    {
      principal,
      roots: { everybody: [at('given')], owner: [at('home')], tokens: new Map([['token:wiki', [at('wiki')]]]) },
      sources: {
        get: (id) => Promise.resolve(all.find((source) => source.id === id)),
        all: () => Promise.resolve(all),
        isWhole: ({ id }) => Promise.resolve(id !== sourceId(at('indexed', 'hidden'), 'hidden')),
      },
    },
  );
}

const tokenFor = (name: string, collections: string[]): Principal => ({
  ...loopbackGuest,
  subject: `token:${name}`,
  collections,
});
const refused = { code: 'SOURCE.OUTSIDE_ROOTS', category: 'denied' };

describe('what an assistant of the owner may have ingested', () => {
  it('is what lies in his home, in what was given at start, and in what is a source already', async () => {
    for (const name of ['home', 'home/notes', 'home/todo.md', 'given', 'given/docs', 'indexed', 'indexed/private', 'given/left/out'])
      await ask(at(name));
  });

  it('is nothing else, however it is written', async () => {
    for (const name of ['elsewhere', 'home-of-another', 'home/../elsewhere', 'home/link', '.'])
      await expect(ask(at(name))).rejects.toMatchObject(refused);
  });

  it('is anything where the owner typed the path himself', async () => {
    await ask(at('elsewhere'), { trusted: true });
    await ask(at('home', 'link'), { trusted: true });
  });
});

it('lets a guest have ingested only what was given at start, whatever he says of the path', async () => {
  await ask(at('given', 'docs'), { principal: loopbackGuest });
  await expect(ask(at('home', 'notes'), { principal: loopbackGuest })).rejects.toMatchObject(refused);
  await expect(ask(at('elsewhere'), { principal: loopbackGuest, trusted: true })).rejects.toMatchObject(refused);
});

it('says in one sentence where files may lie and what the owner can do', async () => {
  await expect(ask(at('elsewhere'))).rejects.toThrow(
    `Only folders and files that the owner allowed may be read (below ${at('home')}, ${at('given')}), and ${at('elsewhere')} is not among them: the owner can index it with "tributary index ${at('elsewhere')}", give it at start, or add it to sources.roots.`,
  );
  await expect(ask(at('nowhere'))).rejects.toMatchObject({ code: 'SOURCE.NOT_FOUND' });
});

describe('without the owner’s token', () => {
  const guest = { principal: loopbackGuest };

  it('what is a source elsewhere is allowed as that source alone: no part of it, nothing around it, no other collection, nothing it leaves out', async () => {
    await ask(at('indexed'), guest);
    await ask(at('indexed'), { ...guest, ignore: ['private/'] });
    const collection = 'mine';
    const asked: readonly (readonly [string, Asked])[] = [
      ['indexed/private', {}],
      ['indexed', { collection }],
      ['indexed/private', { collection }],
      ['.', { collection }],
    ];
    for (const [name, over] of asked) await expect(ask(at(name), { ...guest, ...over })).rejects.toMatchObject(refused);
    await expect(ask(at('indexed'), { ...guest, ignore: [] })).rejects.toMatchObject({ code: 'ACCESS.DENIED' });
    await ask(at('indexed'), { principal: { ...loopbackGuest, scopes: ['admin'] }, ignore: [] });
  });

  it('a source that he may not read whole is no source to him', async () => {
    await expect(ask(at('indexed', 'hidden'), { ...guest, collection: 'hidden' })).rejects.toMatchObject(refused);
  });

  it('what a source of the owner leaves out is not to be had by another one in the folders that everybody may have read', async () => {
    await ask(at('given', 'left'), { ...guest, collection: 'left' });
    for (const name of ['given/left', 'given/left/out', 'given']) await expect(ask(at(name), guest)).rejects.toMatchObject(refused);
    await ask(at('given', 'of-bob', 'out'), guest);
  });

  it('the folders of everybody are for who is granted every collection; a token may have folders of its own', async () => {
    await ask(at('given', 'docs'), { principal: tokenFor('all', ['*']) });
    await expect(ask(at('given', 'docs'), { principal: tokenFor('eve', ['wiki-*']) })).rejects.toMatchObject(refused);
    await ask(at('wiki'), { principal: tokenFor('wiki', ['wiki-*']) });
    await expect(ask(at('given', 'docs'), { principal: tokenFor('wiki', ['wiki-*']) })).rejects.toMatchObject(refused);
  });

  it('one and the same is said of what lies outside, whether or not it is there, and no folder is named', async () => {
    const said = async (name: string) => {
      const { code, message } = await ask(name, guest).then(() => Promise.reject(new Error('not refused')), toErrorRecord);
      return [code, message.replaceAll(name, 'PLACE')];
    };
    await symlink(at('elsewhere'), at('given', 'way-out'));
    const there = await said(at('elsewhere'));
    expect(there[0]).toBe(refused.code);
    expect(there[1]).not.toContain(root);
    const others = [
      'nowhere',
      'elsewhere/nothing',
      'home',
      'home/nothing',
      'home/todo.md/nothing',
      'given/way-out',
      'given/way-out/nothing',
    ];
    for (const name of [...others.map((one) => at(one)), '/etc/passwd', '/etc/passwdx', `/${'x/'.repeat(3000)}`])
      expect([name, await said(name)]).toEqual([name, there]);
    await expect(ask(at('given', 'nothing', 'deep'), guest)).rejects.toMatchObject({ code: 'SOURCE.NOT_FOUND' });
  });
});
