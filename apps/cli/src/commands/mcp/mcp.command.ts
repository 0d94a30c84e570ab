import { list } from '../../program/options.js';
import type { AddCommand } from '../../program/run-command.js';
import type { McpOptions } from './serve-mcp.js';

export const addMcpCommand: AddCommand = (program, run) => {
  program
    .command('mcp')
    .summary('serve MCP on standard input and output')
    .description('Serves assistants over MCP on standard input and output: on the running server of the data folder, else as that server.')
    .option('--dialect <names>', 'tool surfaces to serve, comma-separated (default: native)', list)
    .addHelpText('after', '\nExample:\n  claude mcp add tributary -- tributary mcp')
    .action((options: McpOptions) => run(async (context) => (await import('./serve-mcp.js')).serveMcp(context, options)));
};
