import type { AddCommand } from '../../program/run-command.js';

export const addMcpCommand: AddCommand = (program, run) => {
  program
    .command('mcp')
    .summary('serve MCP on standard input and output')
    .description('Serves assistants over MCP on standard input and output: on the running server of the data folder, else as that server.')
    .addHelpText('after', '\nExample:\n  claude mcp add tributary -- tributary mcp')
    .action(() => run(async (context) => (await import('./serve-mcp.js')).serveMcp(context)));
};
