import type { AddCommand } from '../../program/run-command.js';
import type { ServiceOptions } from './service.js';

export const addServiceCommand: AddCommand = (program, run) => {
  const service = program
    .command('service')
    .summary('run the server at each log-in')
    .description('Has systemd or launchd start the server at each log-in, and again when it fails.')
    .addHelpText(
      'after',
      '\nExample:\n  tributary service install --dry-run\n  tributary service install --config ~/.config/project-code/daemon.yaml',
    );
  service
    .command('install')
    .description('Shows the file of the service, writes it, and starts the server.')
    .option('--dry-run', 'show what would be written and run, and do neither')
    .option('--file-only', 'write the file and start nothing')
    .action((options: ServiceOptions) => run(async (context) => (await import('./service.js')).installService(context, options)));
  service
    .command('uninstall')
    .description('Ends the server and removes the file of the service.')
    .option('--dry-run', 'show what would be removed, and do nothing')
    .option('--file-only', 'remove the file and end nothing')
    .action((options: ServiceOptions) => run(async (context) => (await import('./service.js')).uninstallService(context, options)));
};
