import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { AppPasswords } from '@tributary/sources-nextcloud';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { Terminal } from '../../terminal/terminal.js';
import { createCommandContext } from '../../program/command-context.js';
import { keepPassword, type PasswordOptions } from './keep-password.js';

async function keep(
  folder: string,
  input: string | Readable,
  { user = 'ada', ...options }: PasswordOptions & { readonly user?: string } = {},
): Promise<string> {
  const said: string[] = [];
  const output = { write: (text: string) => said.push(text) };
  const terminal = new Terminal({
    stdin: typeof input === 'string' ? Readable.from([input]) : input,
    stdout: output,
    stderr: output,
    env: {},
  });
  const context = createCommandContext({ terminal, options: { data: folder }, env: {}, signal: new AbortController().signal });
  await keepPassword(context, user, options);
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

it('asks at a terminal for one line, says what becomes of it, and does not show it', async () => {
  await using folder = await temporaryFolder();
  const typed = Object.assign(new PassThrough(), { isTTY: true });
  typed.write('abcde-fghij\n');
  const said = await keep(folder.path, typed);
  expect(said).toContain(`is kept encrypted in ${folder.path}, to read the notes of ada.\nApp password of ada (it is not shown): \nKept`);
  expect(said).not.toContain('fghij');
});

it('refuses an empty password and a login that the header cannot carry', async () => {
  await using folder = await temporaryFolder();
  await expect(keep(folder.path, ' \n')).rejects.toThrow('No app password came');
  await expect(keep(folder.path, 'x', { login: 'a:b' })).rejects.toThrow('has no colon');
});

it('takes for users whom a sync takes, and says of others why not', async () => {
  await using folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  expect(await keep(data, 'abcde\n', { user: 'Ada Lovelace' })).toContain('Kept the app password of Ada Lovelace');
  await expect(keep(data, 'abcde\n', { user: 'a/b' })).rejects.toThrow('No user is called "a/b", since it has a slash or a colon');
  await expect(keep(data, 'abcde\n', { user: 'ada ' })).rejects.toThrow('begins or ends with a blank');
  // What an earlier version kept goes all the same.
  await expect(keep(data, '', { user: 'a/b', remove: true })).rejects.toMatchObject({ code: 'CREDENTIALS.NOT_FOUND' });
});
