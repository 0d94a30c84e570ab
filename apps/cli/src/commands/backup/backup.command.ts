import type { AddCommand } from '../../program/run-command.js';

export const addBackupCommand: AddCommand = (program, run) => {
  program
    .command('backup')
    .summary('copy the data folder while it is in use')
    .description(
      'Copies the data folder to a new folder, each database as it stands at one moment; servers go on meanwhile. A database that is damaged makes no backup. Collections on Qdrant or Chroma are not in it: those engines have snapshots of their own, and "tributary export" writes any collection as JSON lines.',
    )
    .argument('<folder>', 'where to, a folder that is not there yet')
    .addHelpText('after', '\nExample:\n  tributary backup /var/backups/tributary-$(date +%F)')
    .action((target: string) => run(async (context) => (await import('./backup.js')).backUpFolder(context, target)));
};

export const addRestoreCommand: AddCommand = (program, run) => {
  program
    .command('restore')
    .summary('put a backup in place of a data folder')
    .description('Checks every file of a backup and copies it into the data folder, which no server or service may use meanwhile.')
    .argument('<folder>', 'what "tributary backup" wrote')
    .option('--replace', 'set aside what stands in the data folder')
    .addHelpText('after', '\nExample:\n  tributary restore /var/backups/tributary-2026-11-22 --data ~/restored')
    .action((backup: string, options: { readonly replace?: boolean }) =>
      run(async (context) => (await import('./backup.js')).restoreFolder(context, backup, options)),
    );
};
