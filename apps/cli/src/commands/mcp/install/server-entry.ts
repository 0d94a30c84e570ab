import { resolve } from 'node:path';
import { usageError } from '../../../program/usage-error.js';
import { withoutServerVariables } from './dialect-environment.js';
import type { McpClient, ServerEntry } from './clients.js';

/** What the entry of a server depends on. */
export interface ServerWish {
  readonly dialects: readonly string[];
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  readonly data?: string | undefined;
  readonly config?: string | undefined;
  /** Variables that steer the dialects. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The program that is running, with its runtime: a client that is started from a desktop may have neither on its PATH. */
export interface Program {
  readonly runtime: string;
  readonly script: string;
}

type CommandEntry = Extract<ServerEntry, { readonly command: string }>;

/** The entry a client gets: the address of a server where it takes one, else a command. */
export function entryFor(client: McpClient, wish: ServerWish, program: Program): Readonly<Record<string, unknown>> {
  const byAddress = wish.url === undefined ? undefined : client.toEntry(atAddress(wish.url, wish));
  const entry = byAddress ?? client.toEntry(serverCommand(wish, program));
  if (entry === undefined) throw new TypeError(`${client.name} takes no entry of any kind.`);
  return entry;
}

function atAddress(url: string, { dialects, token }: ServerWish): ServerEntry {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw usageError('--url takes the address of a server, such as http://127.0.0.1:7411.');
  const path = isNative(dialects) ? '/mcp' : `/mcp/${dialects.join(',')}`;
  return { url: url.replace(/(?<!\/)\/+$/, '') + path, headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } };
}

/** The command that serves these dialects on standard input and output. */
export function serverCommand(
  { dialects, url, token, data, config, variables = {} }: ServerWish,
  { runtime, script }: Program,
): CommandEntry {
  const options = [
    ['--dialect', isNative(dialects) ? undefined : dialects.join(',')],
    ['--url', url],
    ['--data', data === undefined ? undefined : resolve(data)],
    ['--config', config === undefined ? undefined : resolve(config)],
  ] as const;
  const given = options.flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  return {
    command: runtime,
    args: ['--disable-warning=ExperimentalWarning', script, 'mcp', ...given],
    env: { ...usualVariables(dialects), ...(url === undefined ? variables : withoutServerVariables(variables)), ...tokenFor(url, token) },
  };
}

/** Every user of the machine may read a command line. */
function tokenFor(url: string | undefined, token: string | undefined): Readonly<Record<string, string>> {
  return url === undefined || token === undefined ? {} : { TRIBUTARY_TOKEN: token };
}

/** Answers of the official Qdrant server carry the text of hits: who comes from there expects it. */
function usualVariables(dialects: readonly string[]): Readonly<Record<string, string>> {
  return dialects.includes('qdrant') ? { QDRANT_FIND_MODE: 'full' } : {};
}

function isNative(dialects: readonly string[]): boolean {
  return dialects.length === 1 && dialects[0] === 'native';
}
