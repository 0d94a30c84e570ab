import { onStopRequest, startStandalone, type Server } from '@tributary/composition';
import { toErrorRecord } from '@tributary/kernel';
import { createLogger, type Override } from '@tributary/platform';
import { once } from 'node:events';
import { otherFolder } from '../../connection/other-folder.js';
import { readConfiguration } from '../../connection/read-configuration.js';
import type { CommandContext } from '../../program/command-context.js';
import { absolutePath, requirePath } from '../../program/require-path.js';
import { VERSION } from '../../program/version.js';
import { follow, printOutcome } from '../index/follow.js';
import { addPaths } from '../index/index-paths.js';
import { calledFor } from './called.js';
import { printExample } from './example.js';

export interface StartOptions {
  readonly port?: number;
  readonly host?: string;
  readonly example?: string;
  /** How the command is called in the example. */
  readonly called?: string;
  readonly name?: string;
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
    await indexAndShow({ ...context, call: { ...context.call, signal } }, server, { folders, options, isShared });
    await ended;
  } finally {
    endLooking();
    await server.close();
  }
}

async function indexAndShow(
  context: CommandContext,
  { operations }: Server,
  {
    folders,
    options: { name, example: question, called = 'tributary' },
    isShared,
  }: { readonly folders: readonly string[]; readonly options: StartOptions; readonly isShared: boolean },
): Promise<void> {
  const { terminal, options, call } = context;
  // The result of `start --json` is where the server is; what follows goes to standard error, or nowhere.
  try {
    const outcomes = await follow(context, operations, await addPaths(context, operations, { paths: folders, name }));
    if (options.json !== true && outcomes.length > 0) printOutcome(context, outcomes);
  } catch (error) {
    if (call.signal.aborted) return;
    terminal.remark(terminal.styleRemark('yellow', toErrorRecord(error).message));
  }
  // The owner sees what users keep for themselves, and who reads this output need not be the owner.
  if (isShared && question === undefined) terminal.remark('Interrupt (Ctrl-C) to stop.');
  else if (options.json !== true && !call.signal.aborted)
    await printExample(context, operations, { question, called: calledFor(called, options) });
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
