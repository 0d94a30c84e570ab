import { lstat, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCommandContext } from '../../../program/command-context.js';
import type { GlobalOptions } from '../../../program/options.js';
import { tributary } from '../../../running/tributary.fixture.js';
import { Terminal } from '../../../terminal/terminal.js';
import { makeCursorHome } from './cursor-home.fixture.js';
import { installMcp, type InstallOptions } from './install-mcp.js';

let folder: Awaited<ReturnType<typeof makeCursorHome>>['folder'];
let file: string;
beforeEach(async () => {
  ({ folder, file } = await makeCursorHome());
});
afterEach(() => folder.remove());

const PROGRAM = { runtime: '/opt/node', script: '/opt/tributary/main.js', platform: 'linux', folder: '/' } as const;

/** The command in this process, off a terminal. */
async function install(
  options: Partial<InstallOptions> = {},
  general: Partial<GlobalOptions> = {},
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  let out = '';
  const write = (text: string) => {
    out += text;
  };
  const env = { HOME: folder.path, ...variables };
  const terminal = new Terminal({ stdin: Readable.from([]), stdout: { write }, stderr: { write }, env });
  const context = createCommandContext({ terminal, options: general, env, signal: new AbortController().signal });
  await installMcp(context, { client: 'cursor', name: 'tributary', ...options }, PROGRAM);
  return out;
}

const copies = async () => (await readdir(join(folder.path, '.cursor'))).filter((name) => name.includes('before-tributary'));

describe('tributary mcp install', () => {
  it('shows what it adds and writes nothing where nobody agrees', async () => {
    for (const flags of [{}, { dryRun: true, yes: true }]) {
      const stdout = await install({ dialect: ['notes'], ...flags });
      expect(stdout).toContain(`Cursor, ${file}: adds mcpServers.tributary`);
      expect(stdout).toContain('+     "--dialect",\n+     "notes"');
      expect(stdout).toContain('Nothing was written.');
    }
    expect(await readdir(join(folder.path, '.cursor'))).toEqual([]);
  });

  it('writes with --yes beside what is there, keeps a copy, permissions and links, and is done when asked again', async () => {
    const real = join(folder.path, 'dotfiles.json');
    const before = '{\n    "mcpServers": { "other": { "command": "x", "env": { "KEY": "s3cret" } } } // mine\n}\n';
    await writeFile(real, before, { mode: 0o640 });
    await symlink(real, file);
    const wish = [{ yes: true, name: 'kb' }, { data: join(folder.path, 'data') }] as const;
    const stdout = await install(...wish);
    expect(stdout).toMatch(/Written to .*before-tributary/s);
    expect(stdout).not.toContain('s3cret');
    const text = await readFile(real, 'utf8');
    expect(text).toContain('// mine');
    expect(text).toContain('"other": { "command": "x", "env": { "KEY": "s3cret" } }');
    const parsed = z.object({ mcpServers: z.object({ kb: z.unknown() }) }).parse(JSON.parse(text.replace('// mine', '')));
    expect(parsed.mcpServers.kb).toEqual({
      command: PROGRAM.runtime,
      args: ['--disable-warning=ExperimentalWarning', PROGRAM.script, 'mcp', '--data', join(folder.path, 'data')],
    });
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect((await stat(real)).mode & 0o777).toBe(0o640);
    const [copy = ''] = (await readdir(folder.path)).filter((name) => name.includes('before-tributary'));
    expect(await readFile(join(folder.path, copy), 'utf8')).toBe(before);
    expect(await install(...wish)).toBe(`Cursor, ${file}: it is there already.\n`);
  });

  it('hands on the configuration that a variable names, and says which further variables will not act', async () => {
    const variables = {
      TRIBUTARY_CONFIG: 'set/up.yaml',
      TRIBUTARY_DATA__FOLDER: '/data',
      TRIBUTARY_SERVER__PORT: '7000',
      TRIBUTARY_DEFAULT_MODEL: 'mini',
      TRIBUTARY_TEST_REDIS_URL: 'redis://127.0.0.1:1',
    };
    const left = 'Set here and not where it is started: TRIBUTARY_DEFAULT_MODEL, TRIBUTARY_SERVER__PORT. ';
    const shown = await install({}, {}, variables);
    expect(shown).toContain(`"--data",\n+     "/data",\n+     "--config",\n+     "${join(process.cwd(), 'set/up.yaml')}"`);
    expect(shown).toContain(`${left}Write them into ${join(process.cwd(), 'set/up.yaml')}.\n`);
    const named = await install({}, { config: '/own.yaml' }, variables);
    expect(named).toContain('"--config",\n+     "/own.yaml"');
    expect(named).toContain(`${left}Write them into /own.yaml.\n`);
    const elsewhere = await install({}, { url: 'http://127.0.0.1:7411' }, variables);
    expect(elsewhere).not.toMatch(/--config|TRIBUTARY_/);
    const unnamed = await install({}, {}, { TRIBUTARY_CONFIG: '', TRIBUTARY_PRIMARY: 'q' });
    expect(unnamed).not.toContain('"--config"');
    expect(unnamed).toContain('TRIBUTARY_PRIMARY. Write it into a configuration file and name that with --config.\n');
  });

  it('names the folder of the clone, unless the configuration or a variable of the dialect names one', async () => {
    const clone = { TRIBUTARY_DEFAULT_DATA_FOLDER: '/clone/.tributary' };
    const [plain, named] = [join(folder.path, 'plain.yaml'), join(folder.path, 'named.yaml')];
    await writeFile(plain, 'server: { port: 7500 }\n');
    await writeFile(named, 'data: { folder: /elsewhere }\n');
    const ofClone = '"--data",\n+     "/clone/.tributary"';
    expect(await install({}, {}, clone)).toContain(ofClone);
    expect(await install({}, { config: plain }, clone)).toContain(`${ofClone},\n+     "--config",\n+     "${plain}"`);
    expect(await install({}, {}, { ...clone, TRIBUTARY_CONFIG: plain })).toContain(ofClone);
    expect(await install({}, { config: named }, clone)).not.toContain('"--data"');
    expect(await install({ dialect: ['qdrant'] }, {}, { ...clone, QDRANT_LOCAL_PATH: folder.path })).not.toContain('"--data"');
    expect(await install({}, { config: named }, { ...clone, TRIBUTARY_DATA__FOLDER: '/mine' })).toContain('"--data",\n+     "/mine"');
    expect(await install({}, {}, clone)).not.toContain('Set here');
  });

  it('hands on the variables of the dialects it serves, and shows no secret', async () => {
    const variables = {
      QDRANT_URL: 'http://me:p@w@127.0.0.1:6333',
      COLLECTION_NAME: 'memories',
      QDRANT_API_KEY: 's3cret',
      RERANKER_URL: '',
    };
    const env = { ...variables, PROJECT_ROOT: 'shop' };
    const shown = await install({ dialect: ['qdrant'], yes: true }, {}, env);
    expect(shown).toContain('"QDRANT_URL": "http://…@127.0.0.1:6333"');
    expect(shown).toContain('"QDRANT_FIND_MODE": "full"');
    expect(shown).not.toMatch(/s3cret|me:|w@127|PROJECT_ROOT/);
    expect(shown).toContain(
      'Set here and part of the entry: QDRANT_URL, QDRANT_API_KEY, COLLECTION_NAME. QDRANT_URL and QDRANT_API_KEY as they are: keep the file to yourself.\n',
    );
    const { RERANKER_URL: _empty, ...set } = variables;
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      mcpServers: { tributary: { env: { ...set, QDRANT_FIND_MODE: 'full' } } },
    });
    expect(await install({ dialect: ['qdrant'], dryRun: true }, {}, { ...variables, QDRANT_FIND_MODE: 'minimal' })).toContain(
      '+     "QDRANT_FIND_MODE": "minimal"',
    );
    expect(await install({ dialect: ['qdrant'], scope: 'project' }, {}, env)).toContain(
      'belongs to the project and gets the secret in QDRANT_URL: keep',
    );
    expect(await install({ name: 'kb' }, {}, env)).not.toMatch(/QDRANT_URL"|PROJECT_ROOT/);
    const elsewhere = await install({ dialect: ['qdrant'] }, { url: 'http://127.0.0.1:7411' }, env);
    expect(elsewhere).toContain('Set here and no part of an address: QDRANT_URL, QDRANT_API_KEY, COLLECTION_NAME.');
  });

  it.each([
    { dialect: 'project-code', name: 'PROJECT_ROOT', value: 'shop', written: join(process.cwd(), 'shop') },
    { dialect: 'project-code', name: 'PROJECT_ROOT', value: '${PWD}', written: '${PWD}' },
    { dialect: 'qdrant', name: 'QDRANT_LOCAL_PATH', value: 'store', written: join(process.cwd(), 'store') },
    { dialect: 'qdrant', name: 'QDRANT_LOCAL_PATH', value: '~/store', written: '~/store' },
    { dialect: 'qdrant', name: 'EMBEDDING_MODEL', value: './mini', written: join(process.cwd(), 'mini') },
    { dialect: 'qdrant', name: 'EMBEDDING_MODEL', value: 'me/mini', written: 'me/mini' },
  ])('hands on to $dialect, where it is started elsewhere, $name=$value as $written', async ({ dialect, name, value, written }) => {
    expect(await install({ dialect: [dialect] }, {}, { [name]: value })).toContain(`"${name}": ${JSON.stringify(written)}`);
  });

  it('says of settings of a project what of this machine gets into them', async () => {
    const token = 'The file belongs to the project and gets the token: keep it out of version control';
    const general = { url: 'http://127.0.0.1:7411' };
    expect(await install({ scope: 'project' }, { ...general, token: 's3cret' })).toContain(token);
    expect(await install({ scope: 'project' }, general, { TRIBUTARY_TOKEN: 's3cret' })).toContain(token);
    expect(await install({ client: 'claude-desktop' }, general, { TRIBUTARY_TOKEN: 's3cret' })).not.toContain('s3cret');
    expect(await install({ scope: 'project' }, general)).not.toContain('belongs to the project');
    expect(await install({ scope: 'project' })).toContain('gets paths of this machine');
    expect(await install({}, { ...general, token: 's3cret' })).not.toContain('belongs to the project');
  });

  it('takes out again what it put in, once that is agreed to', async () => {
    const run = (...args: readonly string[]) => tributary(['mcp', ...args, '--client', 'cursor'], { env: { HOME: folder.path } });
    await writeFile(file, '{ "mcpServers": { "other": {} } }\n');
    await run('install', '--yes');
    const shown = await run('uninstall');
    expect(shown.stdout).toContain(`Cursor, ${file}: takes out mcpServers.tributary\n- "tributary": {`);
    expect(shown.stdout).toContain('Nothing was written. Add --yes');
    expect((await run('uninstall', '--yes')).stdout).toContain(
      `Taken out of ${file}. What was there before, tokens included: ${file}.before`,
    );
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ mcpServers: { other: {} } });
    const again = await run('uninstall', '--yes');
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('has no mcpServers.tributary')]);
  });

  it('changes nothing in a broken file', async () => {
    await writeFile(file, '{ "mcpServers": {');
    const { code, stderr } = await tributary(['mcp', 'install', '--client', 'cursor', '--yes'], { env: { HOME: folder.path } });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `Nothing was changed: ${file} is not what the client can read (CloseBraceExpected at line 1, column 18). Correct it, then run this again.\n`,
    });
    expect(await readFile(file, 'utf8')).toBe('{ "mcpServers": {');
    expect(await copies()).toEqual([]);
  });

  it('refuses what it does not know before it writes', async () => {
    await expect(install({ client: 'emacs', yes: true })).rejects.toThrow(
      'There is no client "emacs". There are: claude-code, claude-desktop',
    );
    await expect(install({ dialect: ['nothing'], yes: true })).rejects.toThrow('There is no dialect "nothing"');
    await expect(install({ client: 'windsurf', scope: 'project', yes: true })).rejects.toThrow('Windsurf has no settings of a project');
  });
});
