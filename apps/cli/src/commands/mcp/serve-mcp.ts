import { serveStdio } from '@tributary/mcp';
import type { CommandContext } from '../../program/command-context.js';
import { VERSION } from '../../program/version.js';

/** Serves until the client ends its side, or the process is told to end. */
export async function serveMcp(context: CommandContext): Promise<void> {
  const { principal, signal } = context.call;
  await context.withConnection(async ({ operations }) => {
    const server = serveStdio({
      operations,
      principal,
      version: VERSION,
      report: (error) => {
        context.terminal.remark(String(error));
      },
    });
    signal.addEventListener('abort', () => void server.close(), { once: true });
    await server.closed;
  });
}
