import { createDialects } from '@tributary/mcp';
import { isDeepStrictEqual } from 'node:util';
import { configurationFile, variablesNotHandedOn } from '../../../connection/handed-on.js';
import { handedOnFolder } from '../../../connection/handed-on-folder.js';
import { otherFolderThan } from '../../../connection/other-folder.js';
import { serverToken } from '../../../connection/server-token.js';
import type { CommandContext } from '../../../program/command-context.js';
import { usageError } from '../../../program/usage-error.js';
import type { Terminal } from '../../../terminal/terminal.js';
import { CLIENTS, type McpClient, type Scope } from './clients.js';
import { mergeEntry } from './merge-entry.js';
import { placesOf } from './places.js';
import { secretsIn, shownEnvironment, variablesDropped, variablesOf, variablesTold } from './dialect-environment.js';
import { entryFor, type Program } from './server-entry.js';
import { openToOthers, readIfThere, replaceFile } from './write-file.js';

export interface InstallOptions {
  readonly client: string;
  readonly name: string;
  readonly dialect?: readonly string[];
  readonly scope?: Scope;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** What of this process ends up in the file. */
export interface Installing extends Program {
  readonly platform: NodeJS.Platform;
  /** Folder of the project, for its scope. */
  readonly folder: string;
}

interface Plan {
  readonly client: McpClient;
  readonly path: string;
  readonly entry: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly scope: Scope;
  /** Of the dialects, as they are set here. */
  readonly variables: Readonly<Record<string, string>>;
  /** Another data folder that may be meant, in sentences. */
  readonly other: string | undefined;
  readonly text: string;
  readonly before: unknown;
}

/** Shows what goes into the file of a client, and writes it once that is agreed to. */
export async function installMcp(context: CommandContext, options: InstallOptions, process: Installing): Promise<void> {
  const { terminal } = context;
  const plan = await planFor(context, options, process);
  const isThere = isDeepStrictEqual(plan.before, plan.entry);
  if (context.options.json !== true && !isThere) show(terminal, plan);
  for (const told of await remarksOn(plan, context, process)) terminal.remark(told);
  const isAsked = options.dryRun !== true && !isThere;
  const isAgreed = isAsked && (options.yes === true || (context.options.json !== true && (await agrees(terminal))));
  const backup = isAgreed ? await replaceFile(plan.path, plan.text, new Date()) : undefined;
  if (context.options.json === true) {
    const { path, entry, name } = plan;
    terminal.printJson({
      client: plan.client.name,
      path,
      name,
      entry: hidden(entry),
      written: isAgreed,
      ...(backup !== undefined && { backup }),
    });
  } else if (isThere) terminal.print(`${plan.client.title}, ${plan.path}: it is there already.`);
  else if (isAgreed) done(terminal, plan, backup);
  else terminal.print(options.dryRun === true ? 'Nothing was written.' : 'Nothing was written. Add --yes to write it without being asked.');
}

/** What whoever installs should know of it, a sentence or two each. */
async function remarksOn(plan: Plan, { connection }: CommandContext, { platform }: Installing): Promise<readonly string[]> {
  const { entry, before, path } = plan;
  const hasSecret = 'headers' in entry || secretsIn(entry['env']).length > 0;
  return [
    variablesTold(plan.variables, entry),
    hasSecret ? await openToOthers(path, platform) : undefined,
    variablesDropped(before, entry),
    plan.other,
    connection.url === undefined ? variablesNotHandedOn(connection) : undefined,
    plan.scope === 'project' ? ofProject(entry) : undefined,
  ].filter((told) => told !== undefined);
}

async function planFor({ connection }: CommandContext, options: InstallOptions, process: Installing): Promise<Plan> {
  const { name, dialect: dialects = ['native'], scope = 'user' } = options;
  createDialects({}).choose(dialects.join(','));
  const client = clientCalled(options.client);
  const path = fileOf(client, { scope, env: connection.env, process });
  const { url } = connection;
  const variables = variablesOf(dialects, connection.env);
  const here = { ...connection, dialects };
  const wish =
    url === undefined
      ? { dialects, variables, data: await handedOnFolder(here), config: configurationFile(connection) }
      : { dialects, variables, url, token: await serverToken(connection) };
  const other = url === undefined ? await otherFolderThan(here) : undefined;
  const entry = entryFor(client, wish, process);
  const text = (await readIfThere(path)) ?? '';
  return { client, path, entry, name, scope, variables, other, ...mergeEntry({ text, path, key: client.key, name, entry }) };
}

/** The file of a client. @throws `USAGE.ARGUMENTS` where it has none of that scope */
export function fileOf(
  { files, title }: McpClient,
  {
    scope,
    env,
    process,
  }: {
    readonly scope: Scope;
    readonly env: CommandContext['connection']['env'];
    readonly process: Pick<Installing, 'platform' | 'folder'>;
  },
): string {
  const file = files[scope];
  if (file === undefined) throw usageError(`${title} has no settings of a ${scope}: leave --scope out.`);
  return file(placesOf(env, { platform: process.platform, project: process.folder }));
}

/** @throws `USAGE.ARGUMENTS` */
export function clientCalled(name: string): McpClient {
  const found = CLIENTS.find((client) => client.name === name);
  if (found !== undefined) return found;
  throw usageError(`There is no client ${JSON.stringify(name)}. There are: ${CLIENTS.map((client) => client.name).join(', ')}.`);
}

function show(terminal: Terminal, { client, path, entry, name, before }: Plan): void {
  const isNew = before === undefined;
  terminal.print(`${client.title}, ${path}: ${isNew ? 'adds' : 'replaces'} ${client.key}.${name}`);
  if (!isNew) for (const line of entryLines(name, hidden(before))) terminal.print(terminal.style('red', `- ${line}`));
  for (const line of entryLines(name, hidden(entry))) terminal.print(terminal.style('green', `+ ${line}`));
  const isQdrantElsewhere = !('command' in entry) && JSON.stringify(entry).includes('/mcp/qdrant');
  if (isQdrantElsewhere)
    terminal.print(
      'For answers with the text of hits, as those of the official Qdrant server, set dialects.qdrant.find_mode to full on that server.',
    );
}

function done(terminal: Terminal, { client, path }: Plan, backup: string | undefined): void {
  terminal.print(`Written to ${path}.${backup === undefined ? '' : ` What was there before: ${backup}`}`);
  terminal.print(client.then);
}

/** Settings of a project are made to be shared with whoever works on it. */
function ofProject(entry: Plan['entry']): string | undefined {
  const [secret] = secretsIn(entry['env']);
  if ('headers' in entry || secret !== undefined)
    return `The file belongs to the project and gets the ${kindOf(secret)}: keep it out of version control, or leave --scope out.`;
  return 'command' in entry
    ? 'The file belongs to the project and gets paths of this machine: others run this command themselves.'
    : undefined;
}

function kindOf(secret: string | undefined): string {
  if (secret === undefined || secret.endsWith('_TOKEN')) return 'token';
  return secret.endsWith('_KEY') ? 'key' : `secret in ${secret}`;
}

export function entryLines(name: string, entry: unknown): readonly string[] {
  return `${JSON.stringify(name)}: ${JSON.stringify(entry, undefined, 2)}`.split('\n');
}

/** An entry as it may be shown: tokens and variables of other servers are nobody’s business. */
export function hidden(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const { headers, env, args, ...rest }: { headers?: unknown; env?: unknown; args?: unknown } = entry;
  return {
    ...rest,
    ...(Array.isArray(args) && { args: withoutToken(args) }),
    ...(env !== undefined && { env: shownEnvironment(env) }),
    ...(headers !== undefined && { headers: '…' }),
  };
}

function withoutToken(args: readonly unknown[]): readonly unknown[] {
  return args.map((value, at) => (args[at - 1] === '--token' ? '…' : value));
}

/** Asks at a terminal; elsewhere nobody can be asked. */
export async function agrees(terminal: Terminal): Promise<boolean> {
  if (!terminal.isOutputTerminal) return false;
  terminal.write('Write? [y/N] ');
  for await (const line of terminal.input) return /^y(es)?$/i.test(line.toString().trim());
  return false;
}
