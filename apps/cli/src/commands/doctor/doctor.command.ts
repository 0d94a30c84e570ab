import type { AddCommand } from '../../program/run-command.js';

export const addDoctorCommand: AddCommand = (program, run) => {
  program
    .command('doctor')
    .summary('check the installation, find drift and repair it')
    .description(
      'Checks what Tributary stands on (data folder, engines, models, queues) and compares catalog, engines and files in both directions. Exit code 0: all is well; 1: something is wrong, or was left after a repair.',
    )
    .option('--repair', 'mend what differs, and compare again')
    .addHelpText('after', '\nExample:\n  tributary doctor\n  tributary doctor --repair --json')
    .action(({ repair = false }: { repair?: boolean }) => run(async (context) => (await import('./doctor.js')).runDoctor(context, repair)));
};
