import { eventually, readServer, startApp, temporaryFolder } from '@tributary/testing';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { startTributary, tributary } from '../../running/tributary.fixture.js';

it('ends the server of the data folder, also while it indexes, and says so; without one it says that', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const [notes, data] = [join(folder.path, 'notes'), join(folder.path, 'data')];
  await mkdir(notes);
  await Promise.all(
    Array.from({ length: 500 }, (_, n) => writeFile(join(notes, `${n.toString()}.md`), `# Isle ${n.toString()}\n\nGulls.\n`)),
  );
  const server = startTributary(['start', notes, '--port', '0', '--data', data, '--json']);
  const exited = once(server, 'exit');
  await once(createInterface(server.stdout), 'line');
  const { url } = await readServer(data);
  const stop = (...args: readonly string[]) => tributary(['stop', '--data', data, ...args]);
  expect(await stop()).toEqual({ code: 0, stdout: `Stopped the server at ${url}. Its data stays in ${data}.\n`, stderr: '' });
  expect(await exited).toEqual([0, null]);
  expect((await readdir(data)).filter((name) => name.startsWith('server.'))).toEqual([]);
  expect(JSON.parse((await stop('--json')).stdout)).toEqual({ stopped: false, data });
});

it('ends a standalone process, and takes the server.json that a killed one left for no server', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const start = async () => {
    const app = startApp('standalone', { args: ['--data', folder.path, '--port', '0'] });
    await app.ready();
    return app;
  };
  const stop = () => tributary(['stop', '--data', folder.path]);
  const first = await start();
  expect((await stop()).stdout).toContain('Stopped the server at ');
  expect(await first.ended).toMatchObject({ code: 0 });
  const second = await start();
  await second.end('SIGKILL');
  expect((await stop()).stdout).toBe(`No server runs on ${folder.path}.\n`);
});

it('leaves the process alone that serves the folder of an assistant', { timeout: 60_000 }, async () => {
  await using folder = await temporaryFolder();
  const assistant = startTributary(['mcp', '--data', folder.path]);
  const exited = once(assistant, 'exit');
  const { code, stderr } = await eventually(async () => {
    const told = await tributary(['stop', '--data', folder.path]);
    expect(told.stderr).not.toBe('');
    return told;
  });
  expect(code).toBe(1);
  expect(stderr).toContain('in use by a program that was started for something else, such as the "tributary mcp" of an assistant');
  expect(assistant.exitCode).toBe(null);
  assistant.stdin.end();
  await exited;
});

it('makes no data folder, and stops nothing elsewhere', async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'mistyped');
  expect(await tributary(['stop', '--data', data])).toMatchObject({ code: 0, stdout: `No server runs on ${data}.\n` });
  expect(await readdir(folder.path)).toEqual([]);
  expect(await tributary(['stop', '--url', 'http://127.0.0.1:9'])).toMatchObject({ code: 2, stdout: '' });
});
