import { permanent } from '@tributary/kernel';
import { AppPasswords, whyNoUser } from '@tributary/sources-nextcloud';
import { readConfiguration } from '../../connection/read-configuration.js';
import type { CommandContext } from '../../program/command-context.js';
import { usageError } from '../../program/usage-error.js';

export interface PasswordOptions {
  readonly login?: string;
  readonly remove?: boolean;
}

/** Longer input is no password. */
const MOST_CHARACTERS = 1_000;

/** Keeps or forgets a user’s app password; it is never shown. */
export async function keepPassword(
  context: CommandContext,
  user: string,
  { login = user, remove = false }: PasswordOptions,
): Promise<void> {
  const { terminal, connection } = context;
  const { data } = await readConfiguration(connection);
  const passwords = new AppPasswords(data.folder);
  if (remove) {
    if (!(await passwords.remove(user))) throw permanent('CREDENTIALS.NOT_FOUND', `No app password of ${user} is kept here.`);
    terminal.print(`Forgot the app password of ${user}.`);
    return;
  }
  const flaw = whyNoUser(user);
  if (flaw !== undefined)
    throw usageError(`No user is called ${JSON.stringify(user)}, since ${flaw}: give the user_id of whoever searches.`);
  if (login.includes(':')) throw usageError('A login at Nextcloud has no colon: give another with --login.');
  const why = `Nextcloud makes app passwords under Settings, Security. This one is kept encrypted in ${data.folder}, to read the notes of ${user}.`;
  const password = await readPassword(terminal.secret(`${why}\nApp password of ${login} (it is not shown):`));
  if (password === '')
    throw usageError(`No app password came: type it at a terminal, or hand it in with "tributary nextcloud password ${user} < FILE".`);
  await passwords.put(user, { login, password });
  terminal.print(`Kept the app password of ${user} in ${data.folder}.`);
}

async function readPassword(input: AsyncIterable<Buffer | string>): Promise<string> {
  let text = '';
  for await (const part of input) {
    text += part.toString();
    if (text.length > MOST_CHARACTERS) throw usageError('This is no app password: it is too long.');
  }
  return text.trim();
}
