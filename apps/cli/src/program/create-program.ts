import { defaultDataFolder } from '@tributary/kernel/places';
import { Command } from 'commander';
import { addAdoptCommand } from '../commands/adopt/adopt.command.js';
import { addBackupCommand, addRestoreCommand } from '../commands/backup/backup.command.js';
import { addCollectionsCommand } from '../commands/collections/collections.command.js';
import { addDeleteCommand } from '../commands/delete/delete.command.js';
import { addDoctorCommand } from '../commands/doctor/doctor.command.js';
import { addEvalCommand } from '../commands/eval/eval.command.js';
import { addExportCommand } from '../commands/export/export.command.js';
import { addFetchCommand } from '../commands/fetch/fetch.command.js';
import { addImportCommand } from '../commands/import/import.command.js';
import { addIndexCommand } from '../commands/index/index.command.js';
import { addJobsCommand } from '../commands/jobs/jobs.command.js';
import { addMcpCommand } from '../commands/mcp/mcp.command.js';
import { addMigrateCommand } from '../commands/migrate/migrate.command.js';
import { addReembedCommand } from '../commands/migrate/reembed.command.js';
import { addNextcloudCommand } from '../commands/nextcloud/nextcloud.command.js';
import { addSearchCommand } from '../commands/search/search.command.js';
import { addServiceCommand } from '../commands/service/service.command.js';
import { addSourcesCommand } from '../commands/sources/sources.command.js';
import { addStartCommand } from '../commands/start/start.command.js';
import { addStatusCommand } from '../commands/status/status.command.js';
import { addStopCommand } from '../commands/stop/stop.command.js';
import type { AddCommand, RunCommand } from './run-command.js';
import { oneSentence } from './usage-sentence.js';
import { VERSION } from './version.js';

const COMMANDS: readonly AddCommand[] = [
  addStartCommand,
  addStopCommand,
  addMcpCommand,
  addIndexCommand,
  addImportCommand,
  addSearchCommand,
  addFetchCommand,
  addCollectionsCommand,
  addServiceCommand,
  addSourcesCommand,
  addJobsCommand,
  addStatusCommand,
  addDoctorCommand,
  addDeleteCommand,
  addAdoptCommand,
  addMigrateCommand,
  addReembedCommand,
  addExportCommand,
  addBackupCommand,
  addRestoreCommand,
  addNextcloudCommand,
  addEvalCommand,
];

type Environment = Readonly<Record<string, string | undefined>>;

interface ProgramParts {
  readonly args: readonly string[];
  readonly env: Environment;
  readonly run: RunCommand;
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
}

/** The command line as commander knows it; `run` is called with the work of the command that was chosen. */
export function createProgram({ args, env, run, writeOut, writeErr }: ProgramParts): Command {
  const program = new Command('tributary')
    .description('One search over every collection an assistant can reach.')
    .version(VERSION)
    .option('--json', 'write the result as JSON and nothing else to standard output')
    .option('--data <dir>', `folder of the data (default: ${usualFolder(env)})`)
    .option('--url <url>', 'use the server at this address (default: the running one of the data folder, else in process)')
    .option('--token <token>', 'token for the server of --url (default: $TRIBUTARY_TOKEN, or what the file of $TRIBUTARY_TOKEN_FILE holds)')
    .option('--config <file>', 'configuration file (default: $TRIBUTARY_CONFIG)')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut,
      writeErr,
      outputError: (text, write) => {
        write(oneSentence(text, { command: commandOf(program, args), args }));
      },
    })
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText(
      'after',
      '\nExample:\n  tributary index ~/notes && tributary search "where do backups go"\n\nExit codes: 0 ok, 1 failed, 2 wrong arguments, 78 wrong configuration.',
    );
  for (const add of COMMANDS) add(program, run);
  return program;
}

/** Where data lies when nothing on the command line says otherwise; the file of `--config` is not read for it. */
function usualFolder(env: Environment): string {
  const { TRIBUTARY_DATA__FOLDER: named = '' } = env;
  return named === '' ? `data.folder of the configuration, else ${defaultDataFolder(env)}` : named;
}

/** The command whose help explains a mistake in these arguments: `tributary search`, or the program itself. */
export function commandOf(program: Command, args: readonly string[]): string {
  const names: string[] = [];
  let rest = args;
  for (let chosen: Command | undefined = program; chosen !== undefined;) {
    names.push(chosen.name());
    const [word, ...behind] = fromFirstWord([program, chosen], rest);
    rest = behind;
    chosen = chosen.commands.find((command) => [command.name(), ...command.aliases()].includes(word ?? ''));
  }
  return names.join(' ');
}

/** Begins with what follows the options of these commands. */
function fromFirstWord(commands: readonly Command[], args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  if (first?.startsWith('-') !== true) return args;
  const option = commands.flatMap(({ options }) => options).find(({ long, short }) => long === first || short === first);
  return fromFirstWord(commands, option?.required === true ? rest.slice(1) : rest);
}
