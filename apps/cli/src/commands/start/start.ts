import { onStopRequest, startStandalone, type Server } from '@tributary/composition';
import type { Operations } from '@tributary/contracts';
import { toErrorRecord } from '@tributary/kernel';
import { createLogger, type Override } from '@tributary/platform';
import { once } from 'node:events';
import { holdsData } from '../../connection/holds-data.js';
import { otherFolder } from '../../connection/other-folder.js';
import { readConfiguration } from '../../connection/read-configuration.js';
import type { CommandContext } from '../../program/command-context.js';
import { absolutePath, requirePath } from '../../program/require-path.js';
import { VERSION } from '../../program/version.js';
import { follow, printOutcome } from '../index/follow.js';
import { addPaths } from '../index/index-paths.js';
import { calledFor } from './called.js';
import { printExample } from './example.js';
import { OWN_FOLDER, ownFolder } from './own-folder.js';

export interface StartOptions {
  readonly port?: number;
  readonly host?: string;
  readonly example?: string;
  /** How the command is called in the example. */
  readonly called?: string;
  readonly name?: string;
  /** The clone, which is indexed where no folder is given and nothing is indexed yet. */
  readonly ownFolder?: string;
  /** Answer to the API of the daemon of project-code, too. */
  readonly daemon?: boolean;
}

/** Starts the server, says where it is, indexes, shows an example, and stays until it is interrupted. */
export async function start(context: CommandContext, paths: readonly string[], options: StartOptions): Promise<void> {
  const folders = paths.map(absolutePath);
  for (const folder of folders) await requirePath(folder);
  const configuration = await readConfiguration(context.connection, overridesOf(options));
  const logger = createLogger(configuration.log, { component: 'standalone' });
  const daemon = options.daemon ?? configuration.daemon.enabled === true;
  const other = await otherFolder(context.connection, configuration.data.folder);
  // The server makes the store.
  const heldData = holdsData(configuration.data.folder);
  const server = await startStandalone({ configuration, logger, folders, daemon });
  const request = new AbortController();
  const endLooking = onStopRequest(configuration.data.folder, () => {
    context.terminal.remark('Ends, as "tributary stop" asks.');
    request.abort();
  });
  const signal = AbortSignal.any([context.call.signal, request.signal]);
  try {
    announce(context, server, { data: configuration.data.folder, console: await server.issueConsoleUrl() });
    if (other !== undefined) context.terminal.remark(context.terminal.styleRemark('yellow', other));
    const ended = signal.aborted ? Promise.resolve([]) : once(signal, 'abort');
    const { tokens, oauth } = configuration.access;
    const isShared = Object.keys(tokens).length > 0 || oauth !== undefined;
    await indexAndShow({ ...context, call: { ...context.call, signal } }, server, { folders, options, isShared, heldData });
    await ended;
  } finally {
    endLooking();
    await server.close();
  }
}

interface ToIndex {
  readonly folders: readonly string[];
  readonly options: StartOptions;
  readonly isShared: boolean;
  /** Whether anything had been brought into the data folder before this start. */
  readonly heldData: boolean;
}

async function indexAndShow(context: CommandContext, { operations }: Server, input: ToIndex): Promise<void> {
  const { terminal, options, call } = context;
  const called = calledFor(input.options.called ?? 'tributary', options);
  let question = input.options.example;
  // The result of `start --json` is where the server is; what follows goes to standard error, or nowhere.
  try {
    const { paths, name, example } = await foldersOf(context, operations, { ...input, called });
    // What users brought into a shared server before might answer it.
    if (!input.isShared || !input.heldData) question ??= example;
    const outcomes = await follow(context, operations, await addPaths(context, operations, { paths, name }));
    if (options.json !== true && outcomes.length > 0) printOutcome(context, outcomes);
  } catch (error) {
    if (call.signal.aborted) return;
    terminal.remark(terminal.styleRemark('yellow', toErrorRecord(error).message));
  }
  // The owner sees what users keep for themselves, and who reads this output need not be the owner.
  if (input.isShared && question === undefined) terminal.remark('Interrupt (Ctrl-C) to stop.');
  else if (options.json !== true && !call.signal.aborted) await printExample(context, operations, { question, called });
}

/** The folders that were given, or the clone where that is what there is to begin with, and says so. */
async function foldersOf(
  { terminal, options, call }: CommandContext,
  operations: Operations,
  { folders, heldData, called, options: { name, ownFolder: own } }: ToIndex & { readonly called: string },
): Promise<{ readonly paths: readonly string[]; readonly name: string | undefined; readonly example?: string }> {
  if (own === undefined || folders.length > 0) return { paths: folders, name };
  const [sources, collections] = await Promise.all([operations.listSources(call), operations.listCollections(call)]);
  const { isIndexed, told } = await ownFolder(own, { heldData, sources, collections: collections.length }, called);
  if (options.json !== true) terminal.print(told);
  return isIndexed ? { paths: [own], name: name ?? OWN_FOLDER.name, example: OWN_FOLDER.example } : { paths: [], name };
}

function announce(
  { terminal, options }: CommandContext,
  { url, daemonUrls, needsToken }: Server,
  places: { readonly data: string; readonly console: string },
): void {
  const address = {
    version: VERSION,
    url,
    console: places.console,
    mcp: `${url}/mcp`,
    api: `${url}/api`,
    data: places.data,
    ...(daemonUrls.length === 0 ? {} : { daemon: daemonUrls }),
    ready_seconds: Math.round(performance.now()) / 1000,
  };
  if (options.json === true) {
    terminal.printJson(address);
    return;
  }
  terminal.print(terminal.style('bold', `Tributary ${VERSION} is ready after ${address.ready_seconds.toFixed(1)} s.`));
  terminal.print(`  Console  ${terminal.style('cyan', address.console)}`);
  terminal.print(`  MCP      ${terminal.style('cyan', address.mcp)}`);
  terminal.print(`  API      ${terminal.style('cyan', address.api)}`);
  terminal.print(`  Data     ${address.data}`);
  for (const place of daemonUrls) terminal.print(`  Daemon   ${place}`);
  const header = needsToken ? ' --header "Authorization: Bearer <token>"' : '';
  terminal.print(`  Claude Code:  claude mcp add --transport http tributary ${address.mcp}${header}`);
  terminal.print();
}

function overridesOf({ port, host }: StartOptions): readonly Override[] {
  return [
    ...(port === undefined ? [] : [{ path: ['server', 'port'], value: port, flag: '--port' }]),
    ...(host === undefined ? [] : [{ path: ['server', 'host'], value: host, flag: '--host' }]),
  ];
}
