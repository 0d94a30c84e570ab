import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How the server that serves a data folder is reached by its owner. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:7400`. */
  readonly url: string;
  readonly token: string;
}

/** What a server that is ready says of itself in its data folder (`server.json`). @throws while there is none */
export async function readServer(dataFolder: string): Promise<RunningServer> {
  const said: unknown = JSON.parse(await readFile(join(dataFolder, 'server.json'), 'utf8'));
  if (isServer(said)) return { url: said.url, token: said.token };
  throw new Error(`The server.json in ${dataFolder} says no url and token.`);
}

function isServer(said: unknown): said is RunningServer {
  const isObject = typeof said === 'object' && said !== null;
  return isObject && 'url' in said && typeof said.url === 'string' && 'token' in said && typeof said.token === 'string';
}
