import { chown, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { AppPasswords } from './app-passwords.js';

const ADA = { login: 'ada', password: 'correct horse' };
const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it('keeps a password, also over a restart, replaces and forgets it', async () => {
  await using folder = await temporaryFolder();
  await new AppPasswords(folder.path).put('ada', ADA);
  const passwords = new AppPasswords(folder.path);
  expect(await passwords.authorizationOf({ userId: 'ada' })).toBe(header('ada:correct horse'));
  expect(await passwords.authorizationOf({ userId: 'bob' })).toBeUndefined();
  await passwords.put('ada', { ...ADA, password: 'battery' });
  expect(await passwords.authorizationOf({ userId: 'ada' })).toBe(header('ada:battery'));
  expect([await passwords.remove('ada'), await passwords.remove('ada')]).toEqual([true, false]);
  expect(await passwords.authorizationOf({ userId: 'ada' })).toBeUndefined();
});

it('writes it encrypted, into files that the owner alone can read', async () => {
  await using folder = await temporaryFolder();
  await new AppPasswords(folder.path).put('ada', ADA);
  for (const name of ['nextcloud-passwords.json', 'nextcloud-passwords.key']) {
    const file = join(folder.path, name);
    expect(await readFile(file, 'utf8')).not.toMatch(/correct|horse|Y29ycmVjdC/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  }
});

it('does not open an entry that was moved to another user, or sealed by another key', async () => {
  await using folder = await temporaryFolder();
  const passwords = new AppPasswords(folder.path);
  await passwords.put('ada', ADA);
  const file = join(folder.path, 'nextcloud-passwords.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"ada"', '"bob"'));
  const damaged = { code: 'CREDENTIALS.DAMAGED' };
  await expect(passwords.authorizationOf({ userId: 'bob' })).rejects.toMatchObject(damaged);
  await writeFile(file, text);
  await writeFile(join(folder.path, 'nextcloud-passwords.key'), '00'.repeat(32));
  await expect(passwords.authorizationOf({ userId: 'ada' })).rejects.toMatchObject(damaged);
  await writeFile(join(folder.path, 'nextcloud-passwords.key'), 'short');
  await expect(passwords.authorizationOf({ userId: 'ada' })).rejects.toMatchObject(damaged);
});

it('refuses to go on where a file cannot be read, and loses nothing of what it holds', async () => {
  await using folder = await temporaryFolder();
  const passwords = new AppPasswords(folder.path);
  await passwords.put('bob', { ...ADA, login: 'bob' });
  for (const name of ['nextcloud-passwords.json', 'nextcloud-passwords.key']) {
    const file = join(folder.path, name);
    // A folder in its place cannot be read as a file, not even by root.
    await rename(file, `${file}.away`);
    await mkdir(file);
    const unreadable = { code: 'CREDENTIALS.UNREADABLE' };
    await expect(passwords.put('ada', ADA)).rejects.toThrow(file);
    await expect(passwords.put('ada', ADA)).rejects.toMatchObject(unreadable);
    await expect(passwords.authorizationOf({ userId: 'bob' })).rejects.toMatchObject(unreadable);
    await rm(file, { recursive: true });
    await rename(`${file}.away`, file);
  }
  expect(await passwords.authorizationOf({ userId: 'bob' })).toBe(header('bob:correct horse'));
  await writeFile(join(folder.path, 'nextcloud-passwords.json'), '{"v":1,"users":');
  await expect(passwords.put('ada', ADA)).rejects.toMatchObject({ code: 'CREDENTIALS.DAMAGED' });
});

it('keeps every password of several that are stored at once', async () => {
  await using folder = await temporaryFolder();
  const users = ['ada', 'bob', 'carol', 'dan'];
  await Promise.all(users.map((user) => new AppPasswords(folder.path).put(user, { ...ADA, login: user })));
  const kept = await Promise.all(users.map((userId) => new AppPasswords(folder.path).authorizationOf({ userId })));
  expect(kept).toEqual(users.map((user) => header(`${user}:correct horse`)));
});

it('leaves what root stores to the owner of the folder', async () => {
  await using folder = await temporaryFolder();
  if (process.getuid?.() === 0) await chown(folder.path, 1_234, 1_234);
  await new AppPasswords(folder.path).put('ada', ADA);
  const { uid } = await stat(folder.path);
  const names = await readdir(folder.path);
  const owners = await Promise.all(names.map(async (name) => [name, (await stat(join(folder.path, name))).uid]));
  expect(owners).toEqual(['json', 'key', 'lock'].map((end) => [`nextcloud-passwords.${end}`, uid]));
});
