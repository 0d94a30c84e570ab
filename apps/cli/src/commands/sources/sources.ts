import type { CallContext, Operations, SourceSummary } from '@tributary/contracts';
import { oneLine } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { alignColumns } from '../../terminal/table.js';
import { follow, notesOf, printOutcome } from '../index/follow.js';
import { namedSource } from './named-source.js';
import { syncSentences } from './sync-sentences.js';

export async function listSources(context: CommandContext): Promise<void> {
  const { terminal, options } = context;
  const { sources, isFilled } = await context.withData(async ({ operations }) => ({
    sources: await operations.listSources(context.call),
    isFilled: options.json === true ? () => true : await filledCollections(operations, context.call),
  }));
  if (options.json === true) terminal.printJson({ sources });
  else if (sources.length === 0) terminal.print('No sources yet: "tributary index PATH" registers the first.');
  else {
    const [head = '', ...rows] = alignColumns([
      ['SOURCE', 'STATE', 'DOCUMENTS', 'PENDING', 'FAILED', 'COLLECTIONS', 'LOCATION'],
      ...sources.map((source) => row({ ...source, collections: source.collections.filter(isFilled) })),
    ]);
    terminal.print(terminal.style('dim', head));
    for (const line of rows) terminal.print(line);
    for (const source of sources)
      for (const line of [...syncSentences(source), ...notesOf(source).map((note) => note.trim())]) terminal.print(`${source.id}: ${line}`);
    for (const { id, reason, waits } of sources)
      for (const why of [reason, waits]) if (why !== undefined) terminal.print(terminal.style('yellow', `${id}: ${why}`));
  }
}

export async function syncSource(context: CommandContext, given: string, options: { readonly confirmed: boolean }): Promise<void> {
  await context.withData(async (connection) => {
    const { operations } = connection;
    const id = await namedSource(connection, given, context.call);
    const { job_id } = await operations.syncSource(id, options, context.call);
    const outcomes = await follow(context, operations, [{ job_id, source: { id } }]);
    printOutcome(context, outcomes);
  });
}

export async function pauseSource(context: CommandContext, given: string): Promise<void> {
  const source = await context.withData(async (connection) =>
    connection.operations.pauseSource(await namedSource(connection, given, context.call), context.call),
  );
  if (context.options.json === true) context.terminal.printJson({ source });
  else context.terminal.print(`Paused ${oneLine(source.location, 200)}. To go on: tributary sources resume ${source.id}`);
}

export async function resumeSource(context: CommandContext, given: string): Promise<void> {
  const source = await context.withData(async (connection) =>
    connection.operations.resumeSource(await namedSource(connection, given, context.call), context.call),
  );
  if (context.options.json === true) context.terminal.printJson({ source });
  else context.terminal.print(`${oneLine(source.location, 200)} goes on: what changed meanwhile is being brought in.`);
}

export async function removeSource(context: CommandContext, given: string, keepDocuments: boolean): Promise<void> {
  const id = await context.withData(async (connection) => {
    const named = await namedSource(connection, given, context.call);
    await connection.operations.removeSource(named, { keepDocuments }, context.call);
    return named;
  });
  if (context.options.json === true) context.terminal.printJson({ removed: id, kept_documents: keepDocuments });
  else context.terminal.print(`Removed the source ${id}${keepDocuments ? '; its documents stay' : ' and its documents'}.`);
}

/** Which collections are there: one that nothing went to, for lack of code or of text, is not made. */
async function filledCollections(operations: Pick<Operations, 'listCollections'>, call: CallContext): Promise<(name: string) => boolean> {
  const present = new Set((await operations.listCollections(call)).map(({ name }) => name));
  return (name) => present.has(name);
}

function row({ id, state, documents, pending, failed, collections, location }: SourceSummary): readonly string[] {
  return [id, state, ...[documents, pending, failed].map((n) => n.toLocaleString('en-US')), collections.join(', '), oneLine(location, 200)];
}
