import { createDialects } from '@tributary/mcp';
import { dialectVariables } from '@tributary/platform';
import { resolve } from 'node:path';

type Variables = Readonly<Record<string, string>>;

const SECRET = /_(?:API_KEY|TOKEN)$/;
/** Parameters of an address that carry one. */
const SECRET_PARAMETER = /key|token|secret|pass|auth|sig/i;
const ADDRESS = /^\w+:\/\//;
/** What sets a server up; a command that passes on to one elsewhere has no use for it. */
const OF_SERVER = /^(?:EMBEDDING_\w+|OLLAMA_HOST|QDRANT_(?:URL|API_KEY|LOCAL_PATH)|RERANKER_(?:URL|API_KEY))$/;
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

/** Those that act in a command which passes on to a server elsewhere. */
export function withoutServerVariables(variables: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !OF_SERVER.test(name)));
}

/** In sentences, what became of the variables of the dialects that are set here; undefined where there are none. */
export function variablesTold(variables: Variables, entry: Readonly<Record<string, unknown>>): string | undefined {
  const { env } = entry;
  const isPart = (name: string) => typeof env === 'object' && env !== null && name in env;
  const [parts, left] = [Object.keys(variables).filter(isPart), Object.keys(variables).filter((name) => !isPart(name))];
  const secrets = secretsIn(env).filter((name) => name in variables);
  const warning = `${secrets.join(' and ')} as ${secrets.length === 1 ? 'it is' : 'they are'}: keep the file to yourself.`;
  const told = [
    ...(parts.length === 0 ? [] : [`Set here and part of the entry: ${parts.join(', ')}.`, ...(secrets.length === 0 ? [] : [warning])]),
    ...(left.length === 0
      ? []
      : [`Set here and no part of ${'command' in entry ? 'the entry' : 'an address'}: ${left.join(', ')}. Set that server up with them.`]),
  ];
  return told.length === 0 ? undefined : told.join(' ');
}

/** In a sentence, which variables the entry had that goes, and the new one has not; undefined where there are none. */
export function variablesDropped(before: unknown, { env = {} }: { readonly env?: unknown }): string | undefined {
  const had = typeof before === 'object' && before !== null && 'env' in before ? before.env : undefined;
  if (typeof had !== 'object' || had === null || typeof env !== 'object' || env === null) return undefined;
  const gone = Object.keys(had).filter((name) => !(name in env));
  return gone.length === 0 ? undefined : `Part of the entry before, and no longer: ${gone.join(', ')}.`;
}

/** The names of secrets among the variables of an entry, which lie in the file as they are: keys, tokens, and addresses with a password or a key in them. */
export function secretsIn(env: unknown): readonly string[] {
  if (typeof env !== 'object' || env === null) return [];
  return Object.entries(env).flatMap(([name, value]) => (isSecret(name, value) ? [name] : []));
}

/** @param value one that is still to be filled in, such as `${user_config.key}`, is none */
function isSecret(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || value.startsWith('${')) return false;
  if (SECRET.test(name)) return true;
  if (!ADDRESS.test(value) || !URL.canParse(value)) return false;
  const { username, password, searchParams } = new URL(value);
  return username !== '' || password !== '' || [...searchParams.keys()].some((key) => SECRET_PARAMETER.test(key));
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
  if (typeof value !== 'string' || !ADDRESS.test(value)) return value;
  const [place = '', ...query] = value.split('?');
  const shown = place.replace(/^(\w+:\/\/)[^/]*@/, '$1…@');
  return query.length === 0 ? shown : `${shown}?…`;
}
