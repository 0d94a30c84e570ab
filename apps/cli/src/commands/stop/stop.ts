import { stopServer } from '@tributary/composition/session';
import { otherServer } from '../../connection/other-folder.js';
import { readConfiguration } from '../../connection/read-configuration.js';
import type { CommandContext } from '../../program/command-context.js';
import { usageError } from '../../program/usage-error.js';

/** Beyond the time a server has for what is under way. */
const TO_CLOSE_MS = 10_000;

/** Ends the server of the data folder; that none runs is no failure. @throws `DATA.IN_USE`, `SERVER.NOT_STOPPED` */
export async function stop({ connection, terminal, options, call }: CommandContext): Promise<void> {
  if (connection.url !== undefined)
    throw usageError('A server is stopped by its data folder, on its own machine: leave --url out, and name the folder with --data.');
  const { data, shutdown } = await readConfiguration(connection);
  const url = await stopServer(data.folder, { waitMs: shutdown.graceMs + TO_CLOSE_MS, signal: call.signal });
  const elsewhere = url === undefined ? await otherServer(connection, data.folder) : undefined;
  if (elsewhere !== undefined) terminal.remark(elsewhere);
  if (options.json === true) terminal.printJson({ stopped: url !== undefined, ...(url === undefined ? {} : { url }), data: data.folder });
  else if (url === undefined) terminal.print(`No server runs on ${data.folder}.`);
  else terminal.print(`Stopped the server at ${url}. Its data stays in ${data.folder}.`);
}
