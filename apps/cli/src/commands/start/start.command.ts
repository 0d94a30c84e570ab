import { Option } from 'commander';
import { wholeNumber } from '../../program/options.js';
import type { AddCommand } from '../../program/run-command.js';
import type { StartOptions } from './start.js';

export const addStartCommand: AddCommand = (program, run) => {
  program
    .command('start')
    .alias('serve')
    .summary('start the server')
    .description(
      'Starts the standalone server, indexes the given folders and stays until it is interrupted. It answers while the first index runs.',
    )
    .argument('[paths...]', 'folders and files to index')
    .option('-p, --port <n>', 'port, 0 for a free one (default: 7411)', wholeNumber(0, 65_535))
    .option('--host <address>', 'address to listen on (default: 127.0.0.1); beyond loopback a token is needed')
    .option('--name <name>', 'name of the one folder given, from which collections are named (default: the folder’s own)')
    .option('--daemon', 'answer to the API of the daemon of project-code, too (default: where the configuration has a daemon section)')
    .option('--example <question>', 'question that is answered once everything is indexed, to show that search works')
    .addOption(new Option('--called <command>', 'how the command is called in that example').hideHelp())
    .addOption(new Option('--own-folder <folder>', 'the clone: indexed where no folder is given and nothing is indexed yet').hideHelp())
    .addHelpText('after', '\nExample:\n  tributary start ~/notes ~/projects/shop --port 7411')
    .action((paths: readonly string[], options: StartOptions) =>
      run(async (context) => (await import('./start.js')).start(context, paths, options)),
    );
};
