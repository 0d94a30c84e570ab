import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tributary } from '../../../running/tributary.fixture.js';
import { makeCursorHome } from './cursor-home.fixture.js';

let folder: Awaited<ReturnType<typeof makeCursorHome>>['folder'];
let file: string;
beforeEach(async () => {
  ({ folder, file } = await makeCursorHome());
});
afterEach(() => folder.remove());

const run = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
  tributary(['mcp', ...args], { env: { HOME: folder.path, ...env } });
const install = async (env: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const { stdout, stderr } = await run(env, 'install', '--client', 'cursor', '--dialect', 'qdrant', '--yes', ...args);
  return stdout + stderr;
};
const KEY = { QDRANT_URL: 'http://127.0.0.1:6333', QDRANT_API_KEY: 's3cret' };
const OPEN = 'Others on this machine can read ';

it('says where a file that gets a secret is open to others; one that it makes is not', async (context) => {
  if (process.platform === 'win32') context.skip('Windows has no such modes');
  expect(await install(KEY)).not.toContain(OPEN);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const open = join(folder.path, '.claude.json');
  await writeFile(open, '{}\n', { mode: 0o644 });
  const toClaude = (env: Readonly<Record<string, string>>) =>
    run(env, 'install', '--client', 'claude-code', '--dialect', 'qdrant', '--dry-run');
  expect((await toClaude(KEY)).stderr).toContain(`${OPEN}${open}`);
  expect((await toClaude({ COLLECTION_NAME: 'x' })).stderr).not.toContain(OPEN);
}, 60_000);

it('takes an address with a password or a key in it for a secret, and shows neither', async () => {
  const env = { QDRANT_URL: 'http://me:hunter2@127.0.0.1:6333', RERANKER_URL: 'http://127.0.0.1:8080/rerank?api-key=hunter3' };
  const told = await install(env);
  expect(told).toContain('"RERANKER_URL": "http://127.0.0.1:8080/rerank?…"');
  expect(told).toContain('QDRANT_URL and RERANKER_URL as they are: keep the file to yourself.');
  expect(told).not.toMatch(/hunter/);
  const plain = await install({ QDRANT_URL: 'http://127.0.0.1:6333', RERANKER_URL: 'http://127.0.0.1:8080/rerank?truncate=true' });
  expect(plain).not.toContain('keep the file to yourself');
}, 60_000);

it('names the variables that the entry had and has no longer', async () => {
  await install(KEY);
  expect(await install({ COLLECTION_NAME: 'memories' })).toContain(
    'Part of the entry before, and no longer: QDRANT_URL, QDRANT_API_KEY.\n',
  );
  expect(await install({ COLLECTION_NAME: 'memories' })).not.toContain('before, and no longer');
}, 60_000);

it('leaves what sets a server up to the server of --url, also where a client starts a command for it', async () => {
  const env = { ...KEY, RERANKER_URL: 'http://127.0.0.1:8080', EMBEDDING_MODEL: 'mini', COLLECTION_NAME: 'memories' };
  const args = ['install', '--client', 'claude-desktop', '--dialect', 'qdrant', '--yes', '--url', 'http://127.0.0.1:7411'];
  const { stderr } = await run(env, ...args);
  expect(stderr).toBe(
    'Set here and part of the entry: COLLECTION_NAME. Set here and no part of the entry: QDRANT_URL, QDRANT_API_KEY, EMBEDDING_MODEL, RERANKER_URL. Set that server up with them.\n',
  );
  const settings = await readFile(join(folder.path, '.config/Claude/claude_desktop_config.json'), 'utf8');
  expect(JSON.parse(settings)).toMatchObject({
    mcpServers: { tributary: { env: { COLLECTION_NAME: 'memories', QDRANT_FIND_MODE: 'full' } } },
  });
  expect(settings).not.toMatch(/s3cret|6333|mini|8080/);
}, 60_000);

it('are not in a manifest: the client asks for them', async () => {
  const env = { ...KEY, QDRANT_URL: 'http://me:hunter2@127.0.0.1:6333', COLLECTION_NAME: 'memories' };
  const { stdout, stderr } = await run(env, 'manifest', '--dialect', 'qdrant');
  expect(stdout).not.toMatch(/s3cret|hunter2/);
  expect(JSON.parse(stdout)).toMatchObject({
    server: { mcp_config: { env: { QDRANT_API_KEY: '${user_config.qdrant_api_key}', QDRANT_URL: '${user_config.qdrant_url}' } } },
    user_config: { qdrant_api_key: { type: 'string', title: 'QDRANT_API_KEY', sensitive: true, required: true }, qdrant_url: {} },
  });
  expect(stderr).toBe(
    'Set here and part of the entry: COLLECTION_NAME.\nAsked for by the client, and not in the manifest: QDRANT_URL, QDRANT_API_KEY.\n',
  );
  const bundle = join(folder.path, 'b.mcpb');
  await run(env, 'manifest', '--dialect', 'qdrant', '--output', bundle);
  expect(await readFile(bundle, 'latin1')).not.toMatch(/s3cret|hunter2/);
}, 60_000);
