import { temporaryFolder } from '@tributary/testing';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService, stopService } from './service-commands.js';
import { launchdAgent, systemdUnit } from './service-file.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let env: Readonly<Record<string, string>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  env = { PATH: `${folder.path}:/usr/bin:/bin`, STATE: folder.path };
});
afterEach(() => folder.remove());

/** Puts a program on the PATH that notes what it is asked and acts as the system's own. */
async function standIn(name: string, acts: string): Promise<void> {
  const file = join(folder.path, name);
  await writeFile(file, `#!/bin/sh\necho "$*" >> "$STATE/asked"\n${acts}`);
  await chmod(file, 0o755);
}

/** What was asked since the last time. */
async function asked(): Promise<readonly string[]> {
  const file = join(folder.path, 'asked');
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  await writeFile(file, '');
  return lines;
}

/** A loaded label is refused, and one that is told to go is there until it was asked for twice more. */
const LAUNCHCTL = `
case $1 in
  bootstrap) [ -e "$STATE/loaded" ] && { echo 'Bootstrap failed: 5: Input/output error' >&2; exit 5; }; touch "$STATE/loaded";;
  bootout) [ -e "$STATE/loaded" ] || exit 3; touch "$STATE/going";;
  print) [ -e "$STATE/loaded" ] || exit 113
    if [ -e "$STATE/going-on" ]; then rm "$STATE/loaded" "$STATE/going" "$STATE/going-on"; elif [ -e "$STATE/going" ]; then touch "$STATE/going-on"; fi;;
esac`;

const PLACES = { home: '/home/ann', config: '/home/ann/.config', uid: 501 };
const PROGRAM = { runtime: '/opt/node', script: '/opt/main.js', args: ['start'], logFolder: '/logs' };

describe('a service that is installed', () => {
  it('runs by launchd, and a second time in place of the first, once that has ended', async () => {
    await standIn('launchctl', LAUNCHCTL);
    const file = launchdAgent(PLACES, PROGRAM);
    const bootstrap = `bootstrap gui/501 ${file.path}`;
    await startService(file, env);
    expect(await asked()).toEqual(['bootout gui/501/dev.tributary.server', 'print gui/501/dev.tributary.server', bootstrap]);
    await startService(file, env);
    expect(await asked()).toEqual([
      'bootout gui/501/dev.tributary.server',
      ...Array<string>(3).fill('print gui/501/dev.tributary.server'),
      bootstrap,
    ]);
  });

  it('runs by systemd, and is started anew where it runs already', async () => {
    await standIn('systemctl', '');
    await startService(systemdUnit(PLACES, PROGRAM), env);
    expect(await asked()).toEqual(['--user daemon-reload', '--user enable tributary.service', '--user restart tributary.service']);
  });

  it('fails with what the system says', async () => {
    await standIn('systemctl', "echo 'Failed to connect to bus' >&2; exit 1");
    const started = startService(systemdUnit(PLACES, PROGRAM), env);
    await expect(started).rejects.toThrow('Failed to connect to bus');
    await expect(started).rejects.toMatchObject({ code: 'SERVICE.COMMAND_FAILED' });
    await expect(started).rejects.toThrow('/tributary.service is written: run the command by hand');
    await expect(stopService(systemdUnit(PLACES, PROGRAM), env)).rejects.toThrow('remove the file alone with --file-only');
  });

  it('needs no end by launchd where it is not loaded', async () => {
    await standIn('launchctl', LAUNCHCTL);
    const file = launchdAgent(PLACES, PROGRAM);
    await stopService(file, env);
    await startService(file, env);
    await stopService(file, env);
    expect(await asked()).toEqual([
      'print gui/501/dev.tributary.server',
      'bootout gui/501/dev.tributary.server',
      'print gui/501/dev.tributary.server',
      `bootstrap gui/501 ${file.path}`,
      'print gui/501/dev.tributary.server',
      'bootout gui/501/dev.tributary.server',
    ]);
  });
});
