import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, freePort, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { startStandalone } from '../standalone/start-standalone.js';

const configurationOf = (folder: string, port = 0) =>
  loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder, flag: '--data' },
      { path: ['server', 'port'], value: port, flag: '--port' },
    ],
  });

it('names the data folder where the file of the server before cannot be removed', async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, 'server.json'));
  const starting = startStandalone({ configuration: await configurationOf(folder.path), logger: silentLogger });
  await expect(starting).rejects.toMatchObject({ code: 'DATA.UNUSABLE', message: expect.stringContaining(folder.path) as string }); // safe: a matcher stands for a text
});

it('is not ready before server.json says how it is reached, and says so', async () => {
  await using folder = await temporaryFolder();
  const port = await freePort();
  const configuration = await configurationOf(folder.path, port);
  // Writing into a pipe lasts until somebody reads it.
  const pipe = join(folder.path, `server.json.${process.pid.toString()}`);
  execFileSync('/usr/bin/mkfifo', [pipe]);
  const starting = startStandalone({ configuration, logger: silentLogger });
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${port.toString()}/health/ready`);
    return { status: response.status, body: await response.json() };
  };

  const early = await eventually(ask);
  const written = await readFile(pipe, 'utf8');
  const server = await starting;
  await rm(join(folder.path, 'server.json'));
  try {
    expect(early).toMatchObject({ status: 503, body: { reasons: ['server.json: not written yet: the server is starting'] } });
    expect(written).toContain(server.url);
    await expect(ask()).resolves.toMatchObject({ status: 200, body: { status: 'ready' } });
  } finally {
    await server.close();
  }
});
