import type { AddCommand } from '../../program/run-command.js';
import type { PasswordOptions } from './keep-password.js';

export const addNextcloudCommand: AddCommand = (program, run) => {
  const nextcloud = program
    .command('nextcloud')
    .summary('credentials for the Nextcloud that hits are verified against')
    .description('Credentials for the Nextcloud of `dialects.nextcloud.source`.');
  nextcloud
    .command('password')
    .summary('keep an app password of a user, read from standard input')
    .description(
      'Keeps an app password (Nextcloud: Settings, Security, Devices & sessions) of a user, encrypted in the data folder. It is read from standard input and replaces an earlier one.',
    )
    .argument('<user>', 'user_id of whoever searches')
    .option('--login <name>', 'his name at Nextcloud (default: the same)')
    .option('--remove', 'forget it')
    .addHelpText('after', '\nExample:\n  tributary nextcloud password ada < app-password.txt')
    .action((user: string, options: PasswordOptions) =>
      run(async (context) => (await import('./keep-password.js')).keepPassword(context, user, options)),
    );
};
