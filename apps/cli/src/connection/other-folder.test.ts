import { temporaryFolder } from '@tributary/testing';
import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_HOME } from '../running/no-home.fixture.js';
import { startTributary, tributary } from '../running/tributary.fixture.js';
import { makeDataFolder, serveFolder } from './data-folder.fixture.js';
import { otherFolder, otherFolderThan, otherServer } from './other-folder.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let env: Readonly<Record<string, string>>;
let [ofClone, ofUser, named, file, naming] = ['', '', '', '', ''];
beforeEach(async () => {
  folder = await temporaryFolder();
  const at = (path: string) => join(folder.path, path);
  [ofClone, ofUser, named] = [at('clone/.tributary'), at('tributary'), at('named')];
  [file, naming] = [at('tributary.yaml'), at('naming.yaml')];
  env = { XDG_DATA_HOME: folder.path, TRIBUTARY_DEFAULT_DATA_FOLDER: ofClone };
  await writeFile(file, 'server: { port: 0 }\n');
  await writeFile(naming, `data: { folder: ${JSON.stringify(named)} }\n`);
});
afterEach(() => folder.remove());

const fill = (data: string) => {
  makeDataFolder(data, 1);
};

it('is told where a configuration file is named: the folder such commands filled before', async () => {
  expect(await otherFolder({ config: file, env }, ofClone)).toBeUndefined();
  fill(ofUser);
  const remedy = `For the other one, write into ${file}: data: { folder: "${ofUser}" }`;
  const told = `${ofUser} holds data, but ${ofClone}, which holds none, is used. ${remedy}`;
  expect(await otherFolder({ config: file, env }, ofClone)).toBe(told);
  expect(await otherFolder({ env: { ...env, TRIBUTARY_CONFIG: file } }, ofClone)).toBe(told);
  fill(ofClone);
  expect(await otherFolder({ config: file, env }, ofClone)).toBe(`${ofUser} holds data, too, but ${ofClone} is used. ${remedy}`);
  expect(await otherFolder({ env }, ofClone)).toBeUndefined();
  expect(await otherFolder({ config: file, env, data: ofClone }, ofClone)).toBeUndefined();
  expect(await otherFolder({ config: file, env: { XDG_DATA_HOME: folder.path } }, ofUser)).toBeUndefined();
});

it('is not told to who names the folder of the clone in the file, nor for a file of the notes server', async () => {
  fill(ofUser);
  await writeFile(naming, `data: { folder: ${JSON.stringify(ofClone)} }\n`);
  expect(await otherFolder({ config: naming, env }, ofClone)).toBeUndefined();
  const notes = join(folder.path, 'config.json');
  await writeFile(notes, JSON.stringify({ chromadb_path: folder.path }));
  fill(join(ofUser, 'notes-1'));
  expect(await otherFolder({ config: notes, env }, join(ofClone, 'notes-1'))).toBeUndefined();
});

it('is that of the clone, which npm start filled whatever the file named, until the named one holds a collection', async () => {
  fill(ofClone);
  const remedy = `For the other one, write into ${naming} instead of the one that it names: data: { folder: "${ofClone}" }`;
  const told = `${ofClone} holds data, but ${named}, which holds none, is used. ${remedy}`;
  expect(await otherFolder({ config: naming, env }, named)).toBe(told);
  makeDataFolder(named, 0);
  expect(await otherFolder({ config: naming, env }, named)).toBe(told);
  fill(named);
  expect(await otherFolder({ config: naming, env }, named)).toBeUndefined();
  expect(readdirSync(join(named, 'store/main'))).toEqual(['store.db']);
});

it('leaves one alone that has jobs and no store, as its engine is elsewhere', async () => {
  fill(ofClone);
  mkdirSync(named);
  writeFileSync(join(named, 'owner.db'), '');
  expect(await otherFolder({ config: naming, env }, named)).toContain(`${ofClone} holds data`);
  mkdirSync(join(named, 'redis'));
  expect(await otherFolder({ config: naming, env }, named)).toBeUndefined();
  rmdirSync(join(named, 'redis'));
  writeFileSync(join(named, 'jobs.db'), '');
  expect(await otherFolder({ config: naming, env }, named)).toBeUndefined();
});

it('is to be named by the variable where one names the folder, as that wins over the file', async () => {
  fill(ofClone);
  const variable = { ...env, TRIBUTARY_DATA__FOLDER: named };
  expect(await otherFolder({ config: file, env: variable }, named)).toContain(
    'is used. For the other one, set TRIBUTARY_DATA__FOLDER to it.',
  );
  // Without a file it acted for commands before, but not for npm start.
  expect(await otherFolder({ env: variable }, named)).toBe(
    `${ofClone} holds data, but ${named}, which holds none, is used. For the other one, set TRIBUTARY_DATA__FOLDER to it.`,
  );
  const local = { env: { ...env, QDRANT_LOCAL_PATH: named }, dialects: ['qdrant'] };
  expect(await otherFolder(local, named)).toBe(
    `${ofClone} holds data, but ${named}, which holds none, is used. For the other one, which was used in spite of QDRANT_LOCAL_PATH, unset that, or bring over what is there ("tributary export", "tributary import").`,
  );
  expect(await otherFolder({ ...local, dialects: ['native'] }, named)).toBeUndefined();
  expect(await otherFolder({ ...local, config: file }, named)).toBeUndefined();
});

it('is not looked for where the configuration is no file that can be read twice, such as a pipe, which would be waited for', async () => {
  fill(ofUser);
  expect(await otherFolder({ config: devNull, env }, ofClone)).toBeUndefined();
  expect(await otherFolderThan({ config: devNull, env })).toBeUndefined();
});

it('is told where its server lives, and none on the folder in use', async () => {
  fill(ofUser);
  expect(await otherServer({ config: file, env }, ofClone)).toBeUndefined();
  const killed = serveFolder(ofUser);
  expect(await otherServer({ config: file, env }, ofClone)).toContain(`${ofUser} holds data, but ${ofClone}, which holds none, is used.`);
  expect(await otherServer({ env }, ofClone)).toBeUndefined();
  fill(ofClone);
  const end = serveFolder(ofClone);
  expect(await otherServer({ config: file, env }, ofClone)).toBeUndefined();
  end();
  expect(await otherServer({ config: file, env }, ofClone)).toContain(`${ofUser} holds data, too`);
  killed();
  expect(await otherServer({ config: file, env }, ofClone)).toBeUndefined();
});

const run = async (...args: readonly string[]) => (await tributary([...args, '--config', file], { env })).stderr;

it('is none for a user without a home', async () => {
  const homeless = { ...env, XDG_DATA_HOME: '', ...NO_HOME };
  fill(ofClone);
  const { stdout } = await tributary(['backup', join(folder.path, 'backup'), '--config', file], { env: homeless });
  expect(stdout).toContain(`Backed up`);
}, 60_000);

it('is told by commands where its server runs', async () => {
  await run('mcp');
  fill(ofUser);
  const end = serveFolder(ofUser);
  const said = `${ofUser} holds data, but ${ofClone}, which holds none, is used.`;
  expect(await run('stop')).toContain(said);
  expect(await run('restore', join(folder.path, 'no-backup'))).toContain(said);
  expect(await run('sources')).toContain(said);
  end();
  expect(await run('stop')).toBe('');
}, 60_000);

it('is told by what copies the folder, or writes down how it is called', async (context) => {
  fill(ofUser);
  await run('mcp');
  const said = `${ofUser} holds data, but ${ofClone}, which holds none, is used.`;
  const { stdout, stderr } = await tributary(['backup', join(folder.path, 'backup'), '--config', file], { env });
  expect(stdout).toContain(` of ${ofClone} to ${join(folder.path, 'backup')}.`);
  expect(stderr).toContain(said);
  expect(await run('mcp', 'install', '--client', 'cursor', '--dry-run')).toContain(said);
  if (process.platform !== 'linux') context.skip('a user unit of systemd');
  expect(await run('service', 'install', '--dry-run')).toContain(said);
}, 60_000);

it('is told to an assistant whose QDRANT_LOCAL_PATH acts for the first time', async () => {
  fill(ofClone);
  const local = { env: { ...env, QDRANT_LOCAL_PATH: named } };
  const { stderr } = await tributary(['mcp', '--dialect', 'qdrant'], local);
  expect(stderr).toContain(`${ofClone} holds data, but ${named}, which holds none, is used.`);
}, 60_000);

it('is told by a command that finds no data folder, and at the start of the server', async () => {
  fill(ofUser);
  const said = `${ofUser} holds data, but ${ofClone}, which holds none, is used.`;
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
