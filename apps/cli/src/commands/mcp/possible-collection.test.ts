import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { temporaryFolder } from '@tributary/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOKEN, startTestServer, type TestServer } from '../../running/server.fixture.js';
import { MAIN, tributary } from '../../running/tributary.fixture.js';

const ENV = { COLLECTION_NAME: 'my memories' };
const OTHERS = 'engines:\n  main: { type: embedded }\n  team: { type: qdrant, url: http://127.0.0.1:2 }\n';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const serving = (...args: readonly string[]) => ['mcp', '--dialect', 'qdrant', ...args];

describe('a COLLECTION_NAME that no collection of ours can have', { timeout: 60_000 }, () => {
  it('ends the start where this process opens its own store alone, which is not made for it', async () => {
    await using folder = await temporaryFolder();
    const data = join(folder.path, 'data');
    const { code, stdout, stderr } = await tributary(serving('--data', data), { env: ENV });
    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain(
      'COLLECTION_NAME: "my memories" can be the name of no collection here. Write at most 128 letters, digits, ".", "_" and "-", a letter or digit first, such as my-memories.\n',
    );
    expect((await tributary(['status', '--data', data])).stderr).toContain('There is no data folder');
  });

  it.each([
    ['of the server at an address', () => ['--url', server.url, '--token', TOKEN]],
    ['of the server that runs on the data folder', () => ['--data', server.data]],
  ])('is asked for where the collections are those %s', async (_, args) => {
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [MAIN, ...serving(...args())], env: ENV, stderr: 'pipe' }),
    );
    const { content } = await client.callTool({ name: 'qdrant-find', arguments: { query: 'ferry' } });
    expect(JSON.stringify(content)).toContain('the default collection');
    await client.close();
  });

  it('starts beside an engine that others write to, as do names and patterns that one can have', async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'tributary.yaml');
    await writeFile(file, OTHERS);
    const data = ['--data', join(folder.path, 'data')];
    expect(await tributary(serving(...data, '--config', file), { env: ENV })).toMatchObject({ code: 0, stdout: '' });
    for (const name of ['memories', 'main/memories', '*'])
      expect(await tributary(serving(...data), { env: { COLLECTION_NAME: name } })).toMatchObject({ code: 0, stdout: '' });
  });
});
