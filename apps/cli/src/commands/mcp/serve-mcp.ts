import { createDialects, serveStdio } from '@tributary/mcp';
import { readConfiguration } from '../../connection/data-folder.js';
import type { CommandContext, ServedDialects } from '../../program/command-context.js';
import { VERSION } from '../../program/version.js';

export interface McpOptions {
  readonly dialect?: readonly string[];
}

/** Serves until the client ends its side, or the process is told to end. */
export async function serveMcp(context: CommandContext, { dialect: names = ['native'] }: McpOptions): Promise<void> {
  const { principal, signal } = context.call;
  const { dialects: settings } = await readConfiguration({
    ...context.connection,
    dialects: names,
    onAliases: (variables) => {
      if (variables.length > 0) context.terminal.remark(`Set up by the environment: ${variables.join(', ')}.`);
    },
  });
  const dialects = createDialects(settings).choose(names.join(','));
  const served: ServedDialects = { dialects: names };
  await context.withConnection(async ({ operations }) => {
    const server = serveStdio({
      operations,
      principal,
      version: VERSION,
      dialects,
      report: (error) => {
        context.terminal.remark(String(error));
      },
      log: (message, fields = {}) => {
        context.terminal.remark([message, ...Object.entries(fields).map(([name, value]) => `${name}=${value.toString()}`)].join(' '));
      },
    });
    signal.addEventListener('abort', () => void server.close(), { once: true });
    await server.closed;
  }, served);
}
