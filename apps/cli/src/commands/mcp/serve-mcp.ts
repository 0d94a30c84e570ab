import { existsSync } from 'node:fs';
import { checkNotesSetup, dialectSurroundings } from '@tributary/composition/session';
import { createDialects, serveStdio } from '@tributary/mcp';
import { otherFolder } from '../../connection/other-folder.js';
import { readConfiguration } from '../../connection/read-configuration.js';
import type { CommandContext, ServedDialects } from '../../program/command-context.js';
import {
  beginWithProject,
  endProjects,
  keepProjects,
  newProjectSession,
  projectRootOf,
  servesProjects,
} from './projects/project-session.js';
import { serverBehind } from './projects/daemon-url.js';
import { VERSION } from '../../program/version.js';
import { requirePossibleCollection } from './possible-collection.js';
import { unmetVariables } from './unmet-variables.js';

const NO_ALIAS =
  'The dialect ecosystem has no alias, so it serves qdrant_get_stats alone. Name its collections under dialects.ecosystem.collections of a tributary.yaml, and the file with --config.';

/** An assistant would otherwise find nothing, and nobody say why. */
const newFolder = (folder: string): string =>
  `There was no data folder ${folder}: it is made now, and nothing is in it. Where your data lies elsewhere, name that folder with --data.`;

export interface McpOptions {
  readonly dialect?: readonly string[];
}

/** @param variables of the dialects that act */
async function toldOfFolder(
  folder: string,
  {
    context,
    names,
    variables,
  }: { readonly context: CommandContext; readonly names: readonly string[]; readonly variables: readonly string[] },
): Promise<readonly string[]> {
  const other = variables.includes('QDRANT_LOCAL_PATH') ? await otherFolder({ ...context.connection, dialects: names }, folder) : undefined;
  return [other, existsSync(folder) ? undefined : newFolder(folder)].filter((told) => told !== undefined);
}

/** Serves until the client ends its side, or the process is told to end. */
export async function serveMcp(context: CommandContext, { dialect: names = ['native'] }: McpOptions): Promise<void> {
  const { principal, signal } = context.call;
  let variables: readonly string[] = [];
  const configuration = await readConfiguration({
    ...context.connection,
    dialects: names,
    onAliases: (acting) => {
      variables = acting;
      if (acting.length > 0) context.terminal.remark(`Set up by the environment: ${acting.join(', ')}.`);
    },
  });
  const remark = context.terminal.remark.bind(context.terminal);
  const { collections: aliases } = configuration.dialects.ecosystem;
  if (names.includes('ecosystem') && Object.keys(aliases).length === 0) remark(NO_ALIAS);
  const session = newProjectSession();
  const surroundings = { ...(await dialectSurroundings(configuration)), projects: session };
  const dialects = createDialects(configuration.dialects, surroundings).choose(names.join(','));
  const { projectRoot, daemonUrl } = servesProjects(names) ? configuration.dialects.projects : {};
  const url = await serverBehind({ daemonUrl, url: context.connection.url, folder: configuration.data.folder, remark });
  const served: ServedDialects = { dialects: names, ...(url === undefined ? {} : { url }) };
  if (context.connection.url === undefined) await checkNotesSetup(configuration);
  if ((url ?? context.connection.url) === undefined) await requirePossibleCollection({ configuration, variables });
  if (url === undefined) for (const told of await toldOfFolder(configuration.data.folder, { context, names, variables })) remark(told);
  await context.withConnection(async ({ operations, keepsCursors: isAttached }) => {
    if (isAttached && variables.length > 0) {
      // The client is not kept waiting for it, and a server that is busy is no reason to end.
      const told = unmetVariables({ operations, call: context.call, configuration, variables }).catch(() => []);
      void told.then((sentences) => {
        for (const sentence of sentences) context.terminal.remark(sentence);
      });
    }
    const variable = servesProjects(names) ? context.connection.env['PROJECT_ROOT'] : undefined;
    const root = projectRootOf(projectRoot, variable, process.cwd());
    const project = { operations, call: context.call, session, root, remark };
    // Before the first call, so that it finds the project active.
    await beginWithProject(project);
    const endKeeping = keepProjects(project);
    const server = serveStdio({
      operations,
      principal,
      version: VERSION,
      dialects,
      maxAnswerTokens: configuration.mcp.maxAnswerTokens,
      report: (error) => {
        context.terminal.remark(String(error));
      },
      log: (message, fields = {}) => {
        context.terminal.remark([message, ...Object.entries(fields).map(([name, value]) => `${name}=${value.toString()}`)].join(' '));
      },
    });
    const end = () => void server.close();
    // Told while it started, it would otherwise wait for an event that has passed.
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    await server.closed;
    endKeeping();
    await endProjects(project);
  }, served);
}
