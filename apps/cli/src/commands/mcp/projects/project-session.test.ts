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
  it('begins with the project active and ends with it inactive, by the server of the data folder and its token [004-10] [004-12] [004-29] [004-30] [004-63] [004-94] [004-95]', async () => {
    const env = { PROJECT_ROOT: root, DAEMON_URL: server.url };
    const { search, said, close } = await session({ args: ['--data', server.data], env });
    expect(await projects()).toMatchObject([{ project_root: root, active: true, sessions: 1 }]);
    expect(await search()).toContain('README.md');
    expect(said()).toContain(`Project ${root} is active.`);
    expect(said()).not.toContain('No Tributary answers');
    await close();
    await eventually(async () => (await projects()).every(({ active }) => !active));
  });

  it('says what is wrong with a root and that nobody answers, and serves from the data folder [004-44]', async () => {
    const url = `http://127.0.0.1:${(await freePort()).toString()}`;
    const env = { PROJECT_ROOT: join(folder.path, 'nowhere'), DAEMON_URL: url };
    const { search, said, close } = await session({ args: ['--data', server.data], env });
    expect(await search()).toContain('No project is active');
    expect(said()).toContain(`The project ${join(folder.path, 'nowhere')} was not activated: There is no such file or folder`);
    expect(said()).toContain(`No Tributary answers at DAEMON_URL ${url}: the data folder ${server.data} is used.`);
    await close();
  });
});

it('takes a PROJECT_ROOT that is empty or was not expanded for the working directory [004-45]', () => {
  const rootOf = (variable: string) => projectRootOf(variable === '' ? undefined : variable, variable, '/here');
  for (const variable of ['', '${PWD}', '$PWD', '%CD%']) expect([variable, rootOf(variable)]).toEqual([variable, '/here']);
  expect([rootOf('/projects/shop'), rootOf('shop')]).toEqual(['/projects/shop', '/here/shop']);
  expect(projectRootOf(undefined, undefined, '/here')).toBeUndefined();
});
