import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { tributary } from '../../running/tributary.fixture.js';
import { launchdAgent, systemdUnit } from './service-file.js';

const PLACES = { home: '/home/ann', config: '/home/ann/.config', uid: 501 };
const PROGRAM = { runtime: '/opt/node', script: '/opt/a b/main.js', args: ['start', '--data', '/data/50%'], logFolder: '/data/50%/logs' };

describe('the file of the service', () => {
  it('lets systemd start the server at log-in, and again when it fails', () => {
    const { path, text, start } = systemdUnit(PLACES, PROGRAM);
    expect(path).toBe('/home/ann/.config/systemd/user/tributary.service');
    expect(text).toContain('ExecStart=/opt/node --disable-warning=ExperimentalWarning "/opt/a b/main.js" start --data /data/50%%\n');
    expect(text).toContain('Restart=on-failure');
    expect(text).toContain('WantedBy=default.target');
    expect(start.map((command) => command.slice(2))).toEqual([
      ['daemon-reload'],
      ['enable', 'tributary.service'],
      ['restart', 'tributary.service'],
    ]);
  });

  it('lets launchd start the server at log-in, and again when it fails, leave it time to drain, and write its logs', () => {
    const { path, text, stop } = launchdAgent(PLACES, { ...PROGRAM, args: ['start', '--data', '/a & b'] });
    expect(path).toBe('/home/ann/Library/LaunchAgents/dev.tributary.server.plist');
    expect(text).toMatch(
      /<key>RunAtLoad<\/key>\s*<true\/>\s*<key>KeepAlive<\/key>\s*<dict>\s*<key>SuccessfulExit<\/key>\s*<false\/>\s*<\/dict>/,
    );
    expect(text).toMatch(/<key>ExitTimeOut<\/key>\s*<integer>40</);
    expect(text).toContain('<string>/a &amp; b</string>');
    expect(text).toContain('<string>/data/50%/logs/tributary.err</string>');
    expect(stop).toEqual([['launchctl', 'bootout', 'gui/501/dev.tributary.server']]);
  });
});

it('is shown first, written and removed by the command [004-09]', async (context) => {
  if (process.platform !== 'linux') context.skip('writes a user unit of systemd');
  await using home = await temporaryFolder();
  const env = { HOME: home.path, XDG_CONFIG_HOME: join(home.path, '.config') };
  const service = (...args: readonly string[]) => tributary(['service', ...args, '--data', join(home.path, 'data')], { env });
  const file = join(home.path, '.config/systemd/user/tributary.service');
  const shown = await service('install', '--dry-run');
  expect(shown).toMatchObject({ code: 0 });
  expect(shown.stdout).toContain('Restart=on-failure');
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect((await service('install', '--file-only')).code).toBe(0);
  expect(await readFile(file, 'utf8')).toContain(`--data ${join(home.path, 'data')}`);
  expect((await service('uninstall', '--file-only')).code).toBe(0);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  expect(await service('uninstall', '--file-only')).toMatchObject({ code: 1 });
}, 60_000);

it('answers --json with one value', async (context) => {
  if (process.platform !== 'linux') context.skip('writes a user unit of systemd');
  await using home = await temporaryFolder();
  const env = { HOME: home.path, XDG_CONFIG_HOME: join(home.path, '.config') };
  const service = async (...args: readonly string[]): Promise<unknown> => {
    const { stdout } = await tributary(['service', ...args, '--json', '--data', join(home.path, 'data')], { env });
    return JSON.parse(stdout);
  };
  const path = join(home.path, '.config/systemd/user/tributary.service');
  const shown = await service('install', '--dry-run');
  expect(shown).toMatchObject({ path, written: false });
  expect(shown).toHaveProperty('text', expect.stringContaining('Restart=on-failure'));
  expect(shown).toHaveProperty('commands', expect.arrayContaining(['systemctl --user daemon-reload']));
  expect(await service('install', '--file-only')).toMatchObject({ path, commands: [], written: true });
  expect(await service('uninstall', '--file-only')).toEqual({ path, commands: [], removed: true });
  expect(await service('install', '--url', 'http://127.0.0.1:1')).toMatchObject({ error: { code: 'USAGE.ARGUMENTS' } });
}, 60_000);

it('starts with the configuration that a variable names, and says which further variables will not act', async (context) => {
  if (process.platform !== 'linux') context.skip('writes a user unit of systemd');
  await using home = await temporaryFolder();
  const config = join(home.path, 'set-up.yaml');
  await writeFile(config, `data: { folder: ${join(home.path, 'data')} }\n`);
  const env = { HOME: home.path, TRIBUTARY_CONFIG: config, TRIBUTARY_SERVER__PORT: '7000' };
  const { stdout, stderr } = await tributary(['service', 'install', '--dry-run'], { env });
  expect(stdout).toContain(` start --data ${join(home.path, 'data')} --config ${config}\n`);
  expect(stderr).toContain(`Set here and not where it is started: TRIBUTARY_SERVER__PORT. Write it into ${config}.\n`);
  expect((await tributary(['service', 'uninstall', '--dry-run'], { env })).stderr).not.toContain('TRIBUTARY_');
});
