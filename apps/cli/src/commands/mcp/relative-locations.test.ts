import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { temporaryFolder } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAIN, tributary } from '../../running/tributary.fixture.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let home: string;
const clients: Client[] = [];
beforeEach(async () => {
  folder = await temporaryFolder();
  home = await realpath(folder.path);
  for (const name of ['ada', 'bob/deep']) {
    await mkdir(join(home, name), { recursive: true });
    await writeFile(join(home, name, 'note.md'), `A note of ${name}.`);
  }
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await folder.remove();
});

/** An assistant that works in a folder, on the data folder of all of them. */
async function assistantIn(name: string): Promise<(location: string) => Promise<unknown>> {
  const client = new Client({ name: 'test', version: '0' });
  const args = [MAIN, 'mcp', '--data', join(home, 'data')];
  const surroundings = { cwd: join(home, name), env: { HOME: home }, stderr: 'pipe' } as const;
  await client.connect(new StdioClientTransport({ command: process.execPath, args, ...surroundings }));
  clients.push(client);
  return async (location) => (await client.callTool({ name: 'ingest', arguments: { location, wait_ms: 20_000 } })).structuredContent;
}

it(
  'finds a relative location from the folder of the assistant that gives it, whichever process is the server',
  { timeout: 90_000 },
  async () => {
    const ada = await assistantIn('ada');
    const bob = await assistantIn('bob');
    expect(await bob('.')).toMatchObject({ finished: true, source: { location: join(home, 'bob') } });
    expect(await bob('./deep/note.md')).toMatchObject({ source: { location: join(home, 'bob/deep/note.md') } });
    expect(await bob('~/ada')).toMatchObject({ source: { location: join(home, 'ada') } });
    expect(await ada('.')).toMatchObject({ source: { location: join(home, 'ada') } });
  },
);

it('reads a path with ~ that no shell has read', async () => {
  const { stdout } = await tributary(['index', '~/bob', '--data', join(home, 'data')], { env: { HOME: home } });
  expect(stdout).toContain(`Searchable: ${join(home, 'bob')} → bob-docs · 1 document`);
});
