import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { AppPasswords } from '@tributary/sources-nextcloud';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { Terminal } from '../../terminal/terminal.js';
import { createCommandContext } from '../../program/command-context.js';
import { keepPassword, type PasswordOptions } from './keep-password.js';

async function keep(folder: string, input: string, options: PasswordOptions = {}): Promise<string> {
  const said: string[] = [];
  const output = { write: (text: string) => said.push(text) };
  const terminal = new Terminal({ stdin: Readable.from([input]), stdout: output, stderr: output, env: {} });
  const context = createCommandContext({ terminal, options: { data: folder }, env: {}, signal: new AbortController().signal });
  await keepPassword(context, 'ada', options);
  return said.join('');
}

it('keeps an app password for the server of the data folder, forgets it, and never shows it', async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  await mkdir(data);
  expect(await keep(data, 'abcde-fghij\n', { login: 'ada@cloud' })).toBe(`Kept the app password of ada in ${data}.\n`);
  const header = await new AppPasswords(data).authorizationOf({ userId: 'ada' });
  expect(header).toBe(`Basic ${Buffer.from('ada@cloud:abcde-fghij').toString('base64')}`);
  expect(await readFile(join(data, 'nextcloud-passwords.json'), 'utf8')).not.toContain('fghij');
  expect(await keep(data, '', { remove: true })).toBe('Forgot the app password of ada.\n');
  await expect(keep(data, '', { remove: true })).rejects.toMatchObject({ code: 'CREDENTIALS.NOT_FOUND' });
});

it('refuses an empty password and a login that the header cannot carry', async () => {
  await using folder = await temporaryFolder();
  await expect(keep(folder.path, ' \n')).rejects.toThrow('app password on standard input');
  await expect(keep(folder.path, 'x', { login: 'a:b' })).rejects.toThrow('without a colon');
});
