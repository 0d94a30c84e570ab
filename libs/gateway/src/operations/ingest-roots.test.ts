import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localOwner } from '@tributary/contracts';
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
  for (const name of ['home/notes', 'home-of-another', 'given/docs', 'elsewhere', 'indexed/deep'])
    await mkdir(at(name), { recursive: true });
  await writeFile(at('home', 'todo.md'), '# To do\n');
  await symlink(at('elsewhere'), at('home', 'link'));
});
afterAll(() => folder.remove());

const ask = (location: string, principal = localOwner, trusted_path?: boolean) =>
  requireIngestRoot(trusted_path === undefined ? { location } : { location, trusted_path }, {
    principal,
    roots: { everybody: [at('given')], owner: [at('home')] },
    sources: () => Promise.resolve([{ location: at('indexed') }]),
  });
const refused = { code: 'SOURCE.OUTSIDE_ROOTS', category: 'denied' };

describe('what an assistant of the owner may have ingested', () => {
  it('is what lies in his home, in what was given at start, and in what is a source already', async () => {
    for (const name of ['home', 'home/notes', 'home/todo.md', 'given', 'given/docs', 'indexed', 'indexed/deep']) await ask(at(name));
  });

  it('is nothing else, however it is written', async () => {
    for (const name of ['elsewhere', 'home-of-another', 'home/../elsewhere', 'home/link', '.'])
      await expect(ask(at(name))).rejects.toMatchObject(refused);
  });

  it('is anything where the owner typed the path himself', async () => {
    await ask(at('elsewhere'), localOwner, true);
    await ask(at('home', 'link'), localOwner, true);
  });
});

it('lets a guest have ingested only what was given at start, whatever he says of the path', async () => {
  await ask(at('given', 'docs'), loopbackGuest);
  await expect(ask(at('home', 'notes'), loopbackGuest)).rejects.toMatchObject(refused);
  await expect(ask(at('elsewhere'), loopbackGuest, true)).rejects.toMatchObject(refused);
});

it('says in one sentence where files may lie and what the owner can do', async () => {
  await expect(ask(at('elsewhere'))).rejects.toThrow(
    `Only folders and files that the owner allowed may be read (below ${at('home')}, ${at('given')}), and ${at('elsewhere')} is not among them: the owner can index it with "tributary index ${at('elsewhere')}", give it at start, or add it to sources.roots.`,
  );
  await expect(ask(at('nowhere'))).rejects.toMatchObject({ code: 'SOURCE.NOT_FOUND' });
});
