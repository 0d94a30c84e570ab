import { SearchAnswer } from '@tributary/contracts';
import { eventually, temporaryFolder } from '@tributary/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { MAIN, startTributary, tributary } from '../../running/tributary.fixture.js';

const Address = z.object({ url: z.string(), mcp: z.string(), data: z.string() });

/** Starts a server and reads the first line it prints. */
async function start(args: readonly string[], { nohup = false } = {}) {
  const given = ['start', '--port', '0', ...args];
  const child = nohup ? spawn('nohup', [process.execPath, MAIN, ...given], { env: {}, stdio: 'pipe' }) : startTributary(given);
  const exited = once(child, 'exit');
  const printed: unknown[] = await Promise.race([once(createInterface(child.stdout), 'line'), exited]);
  return { child, exited, line: String(printed[0]) };
}

it('says where it is, is used by other commands of the data folder, and ends with 0 when told to', async () => {
  await using folder = await temporaryFolder();
  const { child, exited, line } = await start(['--data', folder.path, '--json']);
  const address = Address.parse(JSON.parse(line));
  expect(address).toMatchObject({ mcp: `${address.url}/mcp`, data: folder.path });
  expect((await tributary(['status', '--data', folder.path, '--json'])).code).toBe(0);
  const second = await tributary(['start', '--port', '0', '--data', folder.path]);
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`in use by the server at ${address.url}`);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

it('outlives its terminal where nohup started it, and ends with 0 when told to', async () => {
  await using folder = await temporaryFolder();
  const { child, exited, line } = await start(['--data', folder.path, '--json'], { nohup: true });
  const { url } = Address.parse(JSON.parse(line));
  child.kill('SIGHUP');
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

it('says which port is taken, and by what, and makes no data folder', async () => {
  await using first = await temporaryFolder();
  await using second = await temporaryFolder();
  const { child, exited, line } = await start(['--data', first.path, '--json']);
  const { port } = new URL(Address.parse(JSON.parse(line)).url);
  const data = join(second.path, 'data');
  const { code, stderr } = await tributary(['start', '--port', port, '--data', data]);
  expect(code).toBe(1);
  expect(stderr).toContain(
    `Port ${port} of 127.0.0.1 is taken by a Tributary server that runs already (0.1.0, at http://127.0.0.1:${port})`,
  );
  expect(existsSync(data)).toBe(false);
  child.kill('SIGTERM');
  await exited;
});

it('shows a search that finds something, also in notes that say nothing of what they are', async () => {
  await using folder = await temporaryFolder();
  const notes = join(folder.path, 'notes');
  await mkdir(notes);
  await writeFile(
    join(notes, 'boiler.md'),
    '# The boiler upstairs\n\nIt is serviced every October by the plumber from across the street.\n',
  );
  const child = startTributary(['start', notes, '--port', '0', '--data', join(folder.path, 'data')]);
  const exited = once(child, 'exit');
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    if (line.startsWith('Interrupt')) break;
  }
  child.kill('SIGTERM');
  await exited;
  expect(printed).toContain(`tributary --data ${join(folder.path, 'data')} search "The boiler upstairs" --collection notes-docs`);
  expect(printed.join('\n')).toMatch(/^ 1 (0\.[5-9]\d|1\.00) The boiler upstairs$/m);
});

it('writes its example as whoever started it calls the command', async () => {
  await using folder = await temporaryFolder();
  const child = startTributary(['start', '--called', 'npm run -s tributary --', '--port', '0', '--data', folder.path]);
  const exited = once(child, 'exit');
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    if (line.startsWith('Nothing')) break;
  }
  child.kill('SIGTERM');
  await exited;
  expect(printed.at(-1)).toBe(`Nothing is indexed yet: "npm run -s tributary -- --data ${folder.path} index PATH" adds a folder.`);
});

it('shows nothing of what is kept where several users have tokens: the owner would see what is theirs', async () => {
  await using folder = await temporaryFolder();
  const [notes, config] = [join(folder.path, 'notes'), join(folder.path, 'tributary.json')];
  await mkdir(notes);
  await writeFile(join(notes, 'boiler.md'), 'The boiler is serviced every October.\n');
  await writeFile(
    config,
    JSON.stringify({ access: { tokens: { ada: { token: 'a-token-of-ada-of-32-characters-or-so', scopes: ['search:read'] } } } }),
  );
  const child = startTributary(['start', notes, '--port', '0', '--data', join(folder.path, 'data'), '--config', config]);
  const printed: string[] = [];
  createInterface(child.stdout).on('line', (line) => printed.push(line));
  for await (const line of createInterface(child.stderr)) if (line.includes('Interrupt')) break;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  expect(printed.join('\n')).toContain('is ready');
  expect(printed.join('\n')).toMatch(
    /claude mcp add --transport http tributary http:\/\/\S+\/mcp --header "Authorization: Bearer <token>"$/m,
  );
  expect(printed.join('\n')).not.toMatch(/serviced|search "/);
}, 90_000);

it('goes on to bring in the notes of a vault it is given', async () => {
  await using folder = await temporaryFolder();
  const [vault, data] = [join(folder.path, 'vault'), join(folder.path, 'data')];
  await mkdir(join(vault, '.obsidian'), { recursive: true });
  await writeFile(join(vault, 'boiler.md'), 'It is serviced every October.\n');
  const { child, exited } = await start([vault, '--data', data, '--json']);
  const documents = async (query: string) => {
    const { stdout } = await tributary(['search', query, '--algorithm', 'keyword', '--data', data, '--json']);
    return SearchAnswer.parse(JSON.parse(stdout)).hits.map(({ path }) => path);
  };
  await eventually(async () => {
    expect(await documents('October')).toEqual(['boiler.md']);
  });
  await writeFile(join(vault, 'bread.md'), '---\ntags: [sourdough]\n---\n\nThe sourdough rests for a day.\n');
  await eventually(async () => {
    expect(await documents('sourdough')).toEqual(['bread.md']);
  });
  child.kill('SIGTERM');
  await exited;
}, 90_000);

it('refuses a folder that is not there before it starts anything', async () => {
  await using folder = await temporaryFolder();
  const { code, stdout, stderr } = await tributary(['start', '/no/such/folder', '--data', folder.path]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('/no/such/folder is not there or cannot be read: give a folder or a file that exists.\n');
});
