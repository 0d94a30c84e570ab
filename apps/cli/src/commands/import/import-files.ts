import { resolve } from 'node:path';
import type { CollectionDescription, DocumentInput, Operations } from '@tributary/contracts';
import { retryable, TributaryError } from '@tributary/kernel';
import { counted } from '@tributary/mcp/text';
import { NO_SERVER_RUNS } from '../../connection/without-server.js';
import type { CommandContext } from '../../program/command-context.js';
import { usageError } from '../../program/usage-error.js';
import { ProgressDisplay } from '../../terminal/progress.js';
import { describeCollections, parseDescription } from '../collections/describe-collections.js';
import { inputFiles, isStandardInput, openInput, sizeOf, type InputFile } from './input-files.js';
import { ImportMemory } from './import-memory.js';
import { ImportReport } from './import-report.js';
import { ImportTrail } from './import-trail.js';
import { LineMarks } from './line-mark.js';
import { readBatches, type Batch } from './read-batches.js';
import { isRefusedByDisk, sendBatch } from './send-batch.js';
import { countChunks, untilSearchable } from './until-searchable.js';

export interface ImportOptions {
  readonly collection?: string;
  readonly description?: string;
  readonly wait: boolean;
  /** Go on where an import of the same file broke off. */
  readonly resume?: boolean;
  /** Give every document a new version, whatever version its line has. */
  readonly anew?: boolean;
}

/** Hands the documents of all files in, one file after the other, and then waits for all of them. @throws `IMPORT.INCOMPLETE` when a line was refused */
export async function importFiles(context: CommandContext, names: readonly string[], options: ImportOptions): Promise<void> {
  const description = parseDescription(options.description);
  const files = await inputFiles(names, options.collection);
  if (options.resume === true && names.some(isStandardInput))
    throw usageError('--resume needs a file: standard input cannot be read again.');
  const report = new ImportReport(files.length);
  const progress = new ProgressDisplay(context.terminal);
  await context.withConnection(async ({ operations, keepsCursors: outlivesUs }) => {
    report.chunksBefore = await countChunks(operations, context.call);
    const importing = {
      context,
      operations,
      report,
      progress,
      folder: await memoryFolder(context),
      resume: options.resume === true,
      isAnew: options.anew === true,
    };
    try {
      for (const file of files) await importFile(importing, file);
      await finish(importing, { description, wait: options.wait });
      if (!options.wait && !outlivesUs) context.terminal.remark(NO_SERVER_RUNS);
    } catch (error) {
      if (context.call.signal.aborted) {
        progress.end();
        context.terminal.remark(interrupted(report, names));
      }
      if (error instanceof TributaryError && isRefusedByDisk(error)) throw withAccepted(error, report.accepted);
      throw error;
    } finally {
      progress.end();
    }
  });
  report.print(context);
}

interface Importing {
  readonly context: CommandContext;
  readonly operations: Operations;
  readonly report: ImportReport;
  readonly progress: ProgressDisplay;
  /** Where it is kept how far each file is. */
  readonly folder: string;
  readonly resume: boolean;
  readonly isAnew: boolean;
}

async function importFile(importing: Importing, file: InputFile): Promise<void> {
  const { context, report, resume } = importing;
  report.beginFile(file);
  const trail = isStandardInput(file.file) ? undefined : trailOf(importing, file);
  const { marks, remark } = (await trail?.begin(file.file, resume)) ?? { marks: new LineMarks(), remark: undefined };
  if (remark !== undefined) context.terminal.remark(remark);
  const { offset, lines } = marks.latest;
  if (lines > 0) report.goOnAt(lines + 1);
  const size = await sizeOf(file);
  try {
    const input = openInput(file, { standardInput: context.terminal.input, offset });
    for await (const batch of readBatches(input, file.collection, marks)) {
      await importBatch(importing, batch);
      await trail?.passed(batch.mark, report.currentCollections);
      context.call.signal.throwIfAborted();
      showAccepted(importing, size === undefined ? undefined : { begun: offset, at: batch.mark.offset, size });
    }
    await trail?.end();
  } finally {
    await trail?.keep();
  }
}

function trailOf({ context, operations, folder }: Importing, { file, collection }: InputFile): ImportTrail {
  const target = `${context.options.url ?? folder}\n${collection}`;
  const memory = new ImportMemory(folder, { file: resolve(file), target });
  return new ImportTrail({ memory, operations, call: context.call });
}

async function memoryFolder({ connection }: CommandContext): Promise<string> {
  const { readConfiguration } = await import('../../connection/read-configuration.js');
  return (await readConfiguration(connection)).data.folder;
}

function showAccepted({ report, progress }: Importing, place: { begun: number; at: number; size: number } | undefined): void {
  progress.show({
    label: 'Importing',
    done: report.accepted,
    unit: 'documents accepted',
    ...(place === undefined ? {} : { share: (place.at - place.begun) / Math.max(1, place.size - place.begun) }),
    ...(report.refusedCount === 0 ? {} : { remark: `${report.refusedCount.toString()} refused` }),
  });
}

async function finish(
  { context, operations, report, progress }: Importing,
  { description, wait }: { readonly description: CollectionDescription | undefined; readonly wait: boolean },
): Promise<void> {
  report.endAccepting();
  const { collections, accepted } = report;
  await describeCollections(context, operations, { names: collections, input: description });
  if (wait) report.finish(await untilSearchable({ operations, call: context.call, collections, accepted, progress }));
}

async function importBatch({ context, operations, report, progress, isAnew }: Importing, { documents, refused }: Batch): Promise<void> {
  report.addRefused(refused);
  if (documents.length === 0) return;
  const sent = documents.map(({ line, document }) => ({ line, document: isAnew ? withoutVersion(document) : document }));
  const outcomes = await sendBatch(
    sent.map(({ document }) => document),
    {
      operations,
      call: context.call,
      onWait: (waitMs) => {
        progress.show({
          label: 'Importing',
          done: report.accepted,
          unit: 'documents accepted',
          remark: `waiting ${(waitMs / 1000).toFixed(1)} s, as the server asks`,
        });
      },
    },
  );
  for (const [index, one] of sent.entries()) report.addOutcome({ ...one, outcome: outcomes[index] });
}

/** It gets the version of the moment, which is newer than a delete or another version that was there. */
function withoutVersion({ version: _given, ...document }: DocumentInput): DocumentInput {
  return document;
}

/** What whoever ends an import by Ctrl-C wants to know. */
function interrupted({ accepted, isHandedIn }: ImportReport, names: readonly string[]): string {
  const taken = `Interrupted: ${counted(accepted, 'document')} accepted: safe.`;
  if (isHandedIn) return `${taken} That is all of them; they become searchable while a server, or another command, runs.`;
  const again = names.some(isStandardInput)
    ? 'The same command again takes what is missing.'
    : 'The same command with --resume goes on there.';
  return `${taken} ${again}`;
}

/** What the disk refused, with what it had taken before. */
function withAccepted(error: TributaryError, accepted: number): TributaryError {
  const taken = accepted === 0 ? '' : ` ${counted(accepted, 'document')} accepted before: safe.`;
  return retryable(error.code, `${error.message}${taken} The same command again takes what is missing.`, { cause: error });
}
