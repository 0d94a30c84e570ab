import { localOwner } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { MemoryOperations, temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TOKEN, startTestServer, type TestServer } from '../../running/server.fixture.js';
import { tributary } from '../../running/tributary.fixture.js';
import { requireFreeNames } from './posted-names.js';

let operations: MemoryOperations;
let server: TestServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  operations = new MemoryOperations();
  server = await startTestServer(operations);
  folder = await temporaryFolder();
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});
beforeEach(() => {
  for (const document of operations.documents.list()) operations.documents.remove(document);
});

const post = (...args: readonly string[]) => tributary(['index', ...args, '--url', server.url, '--token', TOKEN]);
const stored = () => operations.documents.list().map(({ collection, id }) => `${collection} ${id}`);

/** A folder with one note. */
async function folderAt(...path: readonly string[]): Promise<string> {
  const at = join(folder.path, ...path);
  await mkdir(at, { recursive: true });
  await writeFile(join(at, 'a.md'), `The note of ${path.join(' ')}.`);
  return at;
}

it('refuses two folders of one name in one call, before it posts anything', async () => {
  const [ada, bob] = [await folderAt('ada', 'docs'), await folderAt('bob', 'docs')];
  const { code, stderr } = await post(ada, bob);
  expect({ code, stored: stored() }).toEqual({ code: 2, stored: [] });
  expect(stderr).toContain(`${ada} and ${bob} are both named docs`);
  expect((await post(ada, ada)).code).toBe(0);
});

it('names the documents and collections of a folder as --name says', async () => {
  const [ada, bob] = [await folderAt('ada', 'docs'), await folderAt('bob', 'docs')];
  expect((await post(ada)).code).toBe(0);
  expect((await post(bob, '--name', 'bobs')).stdout).toContain(' → bobs-docs · 1 document');
  expect(stored()).toEqual(['docs-docs docs/a.md', 'bobs-docs bobs/a.md']);
});

it('does not replace documents that the server reads itself', async () => {
  const shop = await folderAt('there', 'shop');
  const { source } = await operations.addSource({ location: shop, wait_ms: 0 });
  const here = await folderAt('here', 'shop');
  const { code, stderr } = await post(here);
  expect(code).toBe(1);
  expect(operations.documents.list().map(({ content }) => content)).toEqual(['The note of there shop.']);
  expect(stderr).toContain(`The server has a source shop of its own, ${shop}`);
  expect(stderr).toContain(`tributary sources sync ${source.id}`);
  expect((await post(here, '--collection', 'elsewhere')).code).toBe(0);
});

it('posts with a token that may write and not read', async () => {
  const call = { principal: localOwner, signal: new AbortController().signal };
  const asked = (code: string) =>
    requireFreeNames([{ name: 'shop', location: '/shop' }], {
      operations: { listSources: () => Promise.reject(permanent(code, 'It is refused.')) },
      call,
      collection: undefined,
    });
  await expect(asked('ACCESS.DENIED')).resolves.toBeUndefined();
  await expect(asked('ENGINE.UNAVAILABLE')).rejects.toThrow('It is refused.');
});

it('posts no secret in the properties of a note', async () => {
  const notes = await folderAt('secrets');
  const [password, key] = [['Sommer', '2024!'].join(''), ['AKIA', 'IOSFODNN7EXAMPL3'].join('')];
  const head = ['status: draft', 'rating: 4', `password: ${password}`, `keys: [${key}, none]`];
  await writeFile(join(notes, 'router.md'), ['---', ...head, '---', 'The router.'].join('\n'));
  expect((await post(notes)).code).toBe(0);
  const router = operations.documents.list().find(({ path }) => path === 'router.md');
  expect(router?.metadata).toEqual({ status: 'draft', rating: 4, password: '[password]*', keys: ['[aws-access-key]****', 'none'] });
});

it('says that files that are gone stay, and refuses what it would pass over', async () => {
  const notes = await folderAt('notes');
  expect((await post(notes)).stderr).toContain('Files that are gone here stay searchable there: "tributary delete" takes them out.\n');
  for (const [option, ...value] of [['--no-mask-secrets'], ['--depth', '2'], ['--sitemap']] as const) {
    const { code, stderr } = await post(notes, option, ...value);
    expect([option, code]).toEqual([option, 2]);
    expect(stderr).toContain(option);
  }
});
