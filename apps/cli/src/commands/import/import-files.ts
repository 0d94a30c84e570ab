import type { CollectionDescription, Operations } from '@tributary/contracts';
import type { CommandContext } from '../../program/command-context.js';
import { ProgressDisplay } from '../../terminal/progress.js';
import { describeCollections, parseDescription } from '../collections/describe-collections.js';
import { inputFiles, openInput, type InputFile } from './input-files.js';
import { ImportReport } from './import-report.js';
import { readBatches, type Batch } from './read-batches.js';
import { sendBatch } from './send-batch.js';
import { countChunks, untilSearchable } from './until-searchable.js';

export interface ImportOptions {
  readonly collection?: string;
  readonly description?: string;
  readonly wait: boolean;
}

/** Hands the documents of all files in, one file after the other, and then waits for all of them. @throws `IMPORT.INCOMPLETE` when a line was refused */
export async function importFiles(context: CommandContext, names: readonly string[], options: ImportOptions): Promise<void> {
  const description = parseDescription(options.description);
  const files = await inputFiles(names, options.collection);
  const report = new ImportReport(files.length);
  const progress = new ProgressDisplay(context.terminal);
  await context.withConnection(async ({ operations }) => {
    report.chunksBefore = await countChunks(operations, context.call);
    const importing = { context, operations, report, progress };
    try {
      for (const file of files) await importFile(importing, file);
      await finish(importing, { description, wait: options.wait });
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
}

async function importFile(importing: Importing, file: InputFile): Promise<void> {
  const { context, report, progress } = importing;
  report.beginFile(file);
  for await (const batch of readBatches(openInput(file, context.terminal.input), file.collection)) {
    await importBatch(importing, batch);
    progress.show({
      label: 'Importing',
      done: report.accepted,
      unit: 'documents accepted',
      ...(report.refusedCount === 0 ? {} : { remark: `${report.refusedCount.toString()} refused` }),
    });
  }
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

async function importBatch({ context, operations, report, progress }: Importing, { documents, refused }: Batch): Promise<void> {
  report.addRefused(refused);
  if (documents.length === 0) return;
  const outcomes = await sendBatch(
    documents.map(({ document }) => document),
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
  for (const [index, { line, document }] of documents.entries())
    report.addOutcome({ line, collection: document.collection, outcome: outcomes[index] });
}
