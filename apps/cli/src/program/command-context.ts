import { localOwner, type CallContext } from '@tributary/contracts';
import { connect } from '../connection/connect.js';
import type { Connection, ConnectionOptions } from '../connection/connection.js';
import type { Terminal } from '../terminal/terminal.js';
import type { GlobalOptions } from './options.js';
import { usageError } from './usage-error.js';

/** What a command has to work with. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly options: GlobalOptions;
  readonly connection: ConnectionOptions;
  /** For calls of operations; aborts when the user interrupts. */
  readonly call: CallContext;
  /** Runs work with a connection and closes it afterwards.
   *  @param served what the command serves beyond the native tools, where it does */
  withConnection<T>(work: (connection: Connection) => Promise<T>, served?: ServedDialects): Promise<T>;
  /** The same for work with what is there already: it makes no data folder. @throws `DATA.NOT_FOUND` */
  withData<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** What decides whose variables act in the process. */
export type ServedDialects = Pick<ConnectionOptions, 'dialects' | 'onAliases' | 'url'>;

interface ContextParts {
  readonly terminal: Terminal;
  readonly options: GlobalOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** @throws `USAGE.ARGUMENTS` */
export function createCommandContext({ terminal, options, env, signal }: ContextParts): CommandContext {
  if (options.token !== undefined && options.url === undefined)
    throw usageError('--token goes with --url: the server of a data folder is asked with the token that stands there.');
  const { json: _json, ...connection } = { ...options, env };
  const connected = async <T>(chosen: ConnectionOptions, work: (connection: Connection) => Promise<T>): Promise<T> => {
    const open = await connect(chosen);
    try {
      return await work(open);
    } finally {
      await open.close();
    }
  };
  return {
    terminal,
    options,
    connection,
    call: { principal: localOwner, signal },
    withConnection: (work, served = {}) => connected({ ...connection, ...served }, work),
    withData: (work) => connected({ ...connection, needsData: true }, work),
  };
}
