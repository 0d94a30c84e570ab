import { Option, type Command } from 'commander';
import { list } from '../../program/options.js';
import type { CommandContext } from '../../program/command-context.js';
import type { AddCommand, RunCommand } from '../../program/run-command.js';
import { CLIENTS } from './install/clients.js';
import type { InstallOptions } from './install/install-mcp.js';
import type { Program } from './install/server-entry.js';
import type { UninstallOptions } from './install/uninstall-mcp.js';
import type { ManifestOptions } from './manifest/write-manifest.js';
import type { McpOptions } from './serve-mcp.js';

export const addMcpCommand: AddCommand = (program, run) => {
  const mcp = program
    .command('mcp')
    .summary('serve MCP on standard input and output')
    .description('Serves assistants over MCP on standard input and output: on the running server of the data folder, else as that server.')
    .option('--dialect <names>', 'tool surfaces to serve, comma-separated (default: native)', list)
    .addHelpText('after', '\nExample:\n  claude mcp add tributary -- tributary mcp')
    .action((options: McpOptions) => run(async (context) => (await import('./serve-mcp.js')).serveMcp(context, options)));
  addInstall(mcp, run);
  addUninstall(mcp, run);
  addManifest(mcp, run);
};

/** The program that is running, as a client is to start it. */
async function thisProgram({ connection, terminal }: CommandContext): Promise<Program> {
  const { lastingRuntime } = await import('../../program/lasting-runtime.js');
  const { runtime, remark } = lastingRuntime(process, connection.env);
  if (remark !== undefined && connection.url === undefined) terminal.remark(remark);
  return { runtime, script: process.argv[1] ?? '' };
}

function addInstall(mcp: Command, run: RunCommand): void {
  ofClient(mcp.command('install'))
    .summary('put this server into the settings of a client')
    .description(
      'Puts this server into the settings of a client: shows what is added, asks, keeps a copy of the file, and leaves everything else in it as it is. With --url the client is given the address of that server.',
    )
    .option('--dry-run', 'only show what would be written')
    .option('-y, --yes', 'write without asking')
    .addHelpText('after', '\nExample:\n  tributary mcp install --client cursor --dialect qdrant')
    .action((_options: InstallOptions, command: Command) =>
      run(async (context) => {
        const surroundings = { ...(await thisProgram(context)), platform: process.platform, folder: process.cwd() };
        const { installMcp } = await import('./install/install-mcp.js');
        await installMcp(context, command.optsWithGlobals<InstallOptions>(), surroundings);
      }),
    );
}

function addUninstall(mcp: Command, run: RunCommand): void {
  ofClient(mcp.command('uninstall'))
    .summary('take this server out of the settings of a client')
    .description('Takes out of the settings of a client what install put there: shows it, asks, and keeps a copy of the file.')
    .option('--dry-run', 'only show what would be taken out')
    .option('-y, --yes', 'write without asking')
    .addHelpText('after', '\nExample:\n  tributary mcp uninstall --client cursor')
    .action((options: UninstallOptions) =>
      run(async (context) => {
        const { uninstallMcp } = await import('./install/uninstall-mcp.js');
        await uninstallMcp(context, options, { platform: process.platform, folder: process.cwd() });
      }),
    );
}

function addManifest(mcp: Command, run: RunCommand): void {
  mcp
    .command('manifest')
    .summary('write the manifest of a bundle for Claude Desktop')
    .description(
      'Writes the manifest.json of a bundle for Claude Desktop (MCPB) with the tools of the dialects, their descriptions and parameters, to standard output or a file; a file that ends with .mcpb becomes the bundle itself.',
    )
    .option('-o, --output <file>', 'where to write it')
    .addHelpText('after', '\nExample:\n  tributary mcp manifest --dialect notes --output notes.mcpb')
    .action((_options: ManifestOptions, command: Command) =>
      run(async (context) => {
        const { writeManifest } = await import('./manifest/write-manifest.js');
        await writeManifest(context, command.optsWithGlobals<ManifestOptions>(), await thisProgram(context));
      }),
    );
}

/** With the options that say which entry of which settings is meant. */
function ofClient(command: Command): Command {
  return command
    .addOption(new Option('--client <name>', 'which client').choices(CLIENTS.map(({ name }) => name)).makeOptionMandatory())
    .option('--name <name>', 'name of the server in the client', 'tributary')
    .addOption(
      new Option('--scope <scope>', 'settings of the user, or of the project in this folder (default: user)').choices(['user', 'project']),
    );
}
