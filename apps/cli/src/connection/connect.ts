import { HttpConnection, HttpOperations, type HttpServer } from '@tributary/api-client';
import { usageError } from '../program/usage-error.js';
import { serverToken } from './server-token.js';
import type { Connection, ConnectionOptions } from './connection.js';

/** A server that is busy, with everything it does, says within that time that it lives. */
const PATIENCE: NonNullable<HttpServer['patience']> = { askAfterMs: 5_000, giveUpAfterMs: 15_000 };

/** The operations behind `--url`, else those of the data folder: by the server that runs on it, or in this process. */
export async function connect(options: ConnectionOptions): Promise<Connection> {
  if (options.url !== undefined) return connectTo(options.url, await serverToken(options));
  // Not needed with --url, and it takes longer to load than a search takes.
  const { openDataFolder } = await import('./data-folder.js');
  return openDataFolder(options);
}

function connectTo(url: string, token: string | undefined): Connection {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw usageError('--url takes the address of a server, such as http://127.0.0.1:7411.');
  const server = { url, patience: PATIENCE, ...(token === undefined ? {} : { token }) };
  return {
    operations: new HttpOperations(new HttpConnection(server)),
    place: `at ${url}`,
    sharesFiles: false,
    keepsCursors: true,
    close: () => Promise.resolve(),
  };
}
