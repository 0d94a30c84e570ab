import { temporaryFolder } from '@tributary/testing';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTributary, tributary } from '../running/tributary.fixture.js';
import { otherFolder, otherServer } from './other-folder.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let env: Readonly<Record<string, string>>;
let [ofClone, ofUser, file] = ['', '', ''];
beforeEach(async () => {
  folder = await temporaryFolder();
  [ofClone, ofUser, file] = [join(folder.path, 'clone/.tributary'), join(folder.path, 'tributary'), join(folder.path, 'tributary.yaml')];
  env = { XDG_DATA_HOME: folder.path, TRIBUTARY_DEFAULT_DATA_FOLDER: ofClone };
  await writeFile(file, 'server: { port: 0 }\n');
});
afterEach(() => folder.remove());

const fill = (data: string) => mkdir(join(data, 'store'), { recursive: true });

it('is told where a configuration file is named: the folder such commands filled before', async () => {
  expect(otherFolder({ config: file, env }, ofClone)).toBeUndefined();
  await fill(ofUser);
  const told = `${ofUser} holds data, too, but ${ofClone} is used. For the other one, write into ${file}: data: { folder: "${ofUser}" }`;
  expect(otherFolder({ config: file, env }, ofClone)).toBe(told);
  expect(otherFolder({ env: { ...env, TRIBUTARY_CONFIG: file } }, ofClone)).toBe(told);
  expect(otherFolder({ env }, ofClone)).toBeUndefined();
  expect(otherFolder({ config: file, env, data: ofClone }, ofClone)).toBeUndefined();
  expect(otherFolder({ config: file, env: { XDG_DATA_HOME: folder.path } }, ofUser)).toBeUndefined();
});

it('is that of the clone, which npm start filled whatever the file named, until the named one is filled', async () => {
  await fill(ofClone);
  const named = join(folder.path, 'named');
  expect(otherFolder({ config: file, env }, named)).toContain(`${ofClone} holds data, too, but ${named} is used.`);
  await fill(named);
  expect(otherFolder({ config: file, env }, named)).toBeUndefined();
});

it('is told by a command where its server runs, and none on the folder in use', async () => {
  await fill(ofUser);
  expect(otherServer({ config: file, env }, ofClone)).toBeUndefined();
  await writeFile(join(ofUser, 'server.json'), '{}');
  expect(otherServer({ config: file, env }, ofClone)).toContain(`${ofUser} holds data, too, but ${ofClone} is used.`);
  expect(otherServer({ env }, ofClone)).toBeUndefined();
  await fill(ofClone);
  const { code, stderr } = await tributary(['--config', file, 'sources'], { env });
  expect([code, stderr]).toEqual([0, expect.stringContaining(`${ofUser} holds data, too`)]);
  await writeFile(join(ofClone, 'server.json'), '{}');
  expect(otherServer({ config: file, env }, ofClone)).toBeUndefined();
}, 60_000);

it('is told by a command that finds no data folder, and at the start of the server', async () => {
  await fill(ofUser);
  const said = `${ofUser} holds data, too, but ${ofClone} is used.`;
  const { code, stderr } = await tributary(['--config', file, 'collections'], { env });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^There is no data folder .*\n$/)]);
  expect(stderr).toContain(said);
  const child = startTributary(['--config', file, 'start', '--json'], env);
  const exited = once(child, 'exit');
  const told: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    told.push(line);
    if (line.includes('holds data')) break;
  }
  child.kill('SIGTERM');
  await exited;
  expect(told.join('\n')).toContain(said);
}, 60_000);
