import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { eventually, freePort, temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../running/server.fixture.js';
import { MAIN } from '../../../running/tributary.fixture.js';
import { projectRootOf } from './project-session.js';

const Reply = z.object({ content: z.array(z.object({ text: z.string() })), isError: z.boolean().optional() });

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: TestServer;
let root: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startTestServer();
  root = join(folder.path, 'shop');
  await mkdir(root);
  await writeFile(join(root, 'README.md'), 'Orders are shipped by pigeon.');
});
afterAll(async () => {
  await server.stop();
  await folder.remove();
});

/** A session over stdio as a client starts it from its settings. */
async function session({
  args = [],
  env,
  cwd,
}: {
  readonly args?: readonly string[];
  readonly env: Record<string, string>;
  readonly cwd?: string;
}) {
  const command = ['--disable-warning=ExperimentalWarning', MAIN, 'mcp', '--dialect', 'project-code', ...args];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: command,
    env,
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  });
  const said: string[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const client = new Client({ name: 'test', version: '0' });
  await client.connect(transport);
  const search = async () => {
    const { content } = Reply.parse(await client.callTool({ name: 'search', arguments: { query: 'pigeon' } }));
    return content[0]?.text ?? '';
  };
  return { search, said: () => said.join(''), close: () => client.close() };
}

const projects = () => server.operations.listProjects();

describe('a session with PROJECT_ROOT and DAEMON_URL', () => {
  it('begins with the project active and ends with it inactive, by the server of the data folder and its token [004-20] [004-21]', async () => {
    const env = { PROJECT_ROOT: root, DAEMON_URL: server.url };
    const { search, said, close } = await session({ args: ['--data', server.data], env });
    expect(await projects()).toMatchObject([{ project_root: root, active: true, sessions: 1 }]);
    expect(await search()).toContain('README.md');
    expect(said()).toContain(`Project ${root} is active.`);
    expect(said()).not.toContain('No Tributary answers');
    await close();
    await eventually(async () => (await projects()).every(({ active }) => !active));
  });

  it('says what is wrong with a root and that nobody answers, and serves from the data folder [004-23]', async () => {
    const url = `http://127.0.0.1:${(await freePort()).toString()}`;
    const env = { PROJECT_ROOT: join(folder.path, 'nowhere'), DAEMON_URL: url };
    const { search, said, close } = await session({ args: ['--data', server.data], env });
    expect(await search()).toContain('No project is active');
    expect(said()).toContain(`The project ${join(folder.path, 'nowhere')} was not activated: There is no such file or folder`);
    expect(said()).toContain(`No Tributary answers at DAEMON_URL ${url}: the data folder ${server.data} is used.`);
    await close();
  });
});

it.each([
  [undefined, undefined, undefined],
  ['/work/shop', '/work/shop', '/work/shop'],
  [undefined, '', '/here'],
  ['${PWD}', '${PWD}', '/here'],
  ['$PWD', '$PWD', '/here'],
  ['%CD%', '%CD%', '/here'],
  ['shop', 'shop', '/here/shop'],
])('the setting %s and the variable %s mean the project %s', (setting, variable, root) => {
  expect(projectRootOf(setting, variable, '/here')).toBe(root);
});
