import type { AddCommand } from '../../program/run-command.js';
import type { SyncNotesOptions } from './sync-notes.js';
import type { PasswordOptions } from './keep-password.js';

export const addNextcloudCommand: AddCommand = (program, run) => {
  const nextcloud = program
    .command('nextcloud')
    .summary('notes of a Nextcloud, and the credentials for it')
    .description('Notes of the Nextcloud of `dialects.nextcloud.source`, and the credentials for it.');
  nextcloud
    .command('password')
    .summary('keep an app password of a user')
    .description(
      'Keeps an app password (Nextcloud: Settings, Security, Devices & sessions) of a user, encrypted in the data folder. It is asked for at a terminal, without being shown, else read from standard input, and replaces an earlier one.',
    )
    .argument('<user>', 'user_id of whoever searches')
    .option('--login <name>', 'his name at Nextcloud (default: the same)')
    .option('--remove', 'forget it')
    .addHelpText('after', '\nExample:\n  tributary nextcloud password ada\n  tributary nextcloud password ada < app-password.txt')
    .action((user: string, options: PasswordOptions) =>
      run(async (context) => (await import('./keep-password.js')).keepPassword(context, user, options)),
    );
  nextcloud
    .command('sync')
    .summary('make the notes of a user searchable for him')
    .description(
      'Registers the notes of a user as a source, indexes them and waits until they are searchable. Only he finds them. Again, it brings in what changed.',
    )
    .argument('<user>', 'user_id of whoever searches, whose app password is kept')
    .option('-c, --collection <name>', 'put them into this collection (default: one of his own)')
    .addHelpText('after', '\nExample:\n  tributary nextcloud sync ada')
    .action((user: string, options: SyncNotesOptions) =>
      run(async (context) => (await import('./sync-notes.js')).syncNotes(context, user, options)),
    );
};
