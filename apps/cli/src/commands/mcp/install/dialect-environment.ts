import { createDialects } from '@tributary/mcp';
import { dialectVariables } from '@tributary/platform';
import { resolve } from 'node:path';

type Variables = Readonly<Record<string, string>>;

const SECRET = /_(?:API_KEY|TOKEN)$/;
/** Folders; a client starts the server elsewhere. The model may be a name, too. */
const FOLDER: Readonly<Record<string, RegExp>> = {
  QDRANT_LOCAL_PATH: /^[^~]/,
  // `${PWD}` that nobody expanded means the working directory of the client.
  PROJECT_ROOT: /^[^~$%][^$]*$/,
  EMBEDDING_MODEL: /^\.{1,2}[/\\]/,
};

/** Variables of these dialects that are set here, which an entry without them would do without; folders as absolute paths. An empty one counts as not set. */
export function variablesOf(dialects: readonly string[], env: Readonly<Record<string, string | undefined>>): Variables {
  const names = new Set(dialects.flatMap((dialect) => dialectVariables(dialect)));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = env[name]?.trim() ?? '';
      return value === '' ? [] : [[name, FOLDER[name]?.test(value) === true ? resolve(value) : value]];
    }),
  );
}

/** In a sentence, what became of the variables of the dialects that are set here; undefined where there are none. */
export function variablesTold(variables: Variables, entry: Readonly<Record<string, unknown>>): string | undefined {
  const names = Object.keys(variables);
  if (names.length === 0) return undefined;
  if (!('command' in entry)) return `Set here and no part of an address: ${names.join(', ')}. Set that server up with them.`;
  const secrets = secretsIn(variables);
  return `Set here and part of the entry: ${names.join(', ')}.${secrets.length === 0 ? '' : ` ${secrets.join(' and ')} as it is: keep the file to yourself.`}`;
}

/** The names of secrets among the variables of an entry, which lie in the file as they are. */
export function secretsIn(env: unknown): readonly string[] {
  return typeof env === 'object' && env !== null ? Object.keys(env).filter((name) => SECRET.test(name)) : [];
}

/** The variables of an entry as they may be shown: no secret, and nothing of a server that is none of ours. */
export function shownEnvironment(env: unknown): unknown {
  const ours = new Set([
    'TRIBUTARY_TOKEN',
    ...createDialects({})
      .names()
      .flatMap((dialect) => dialectVariables(dialect)),
  ]);
  if (typeof env !== 'object' || env === null || !Object.keys(env).every((name) => ours.has(name))) return '…';
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, SECRET.test(name) ? '…' : withoutCredentials(value)]));
}

function withoutCredentials(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(\w+:\/\/)[^/]*@/, '$1…@') : value;
}
