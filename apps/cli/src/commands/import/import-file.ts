import { CollectionName, type Operations } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { CommandContext } from '../../program/command-context.js';
import { usageError } from '../../program/usage-error.js';
import { ProgressDisplay } from '../../terminal/progress.js';
import { describeCollections, parseDescription } from '../collections/describe-collections.js';
import { ImportReport } from './import-report.js';
import { readBatches, type Batch } from './read-batches.js';
import { sendBatch } from './send-batch.js';
import { countChunks, untilSearchable } from './until-searchable.js';

export interface ImportOptions {
  readonly collection?: string;
  readonly description?: string;
  readonly wait: boolean;
}

/** Hands the documents of a file in and waits for them. @throws `IMPORT.INCOMPLETE` when a line was refused */
export async function importFile(context: CommandContext, file: string, options: ImportOptions): Promise<void> {
  const collection = options.collection ?? defaultCollection(file);
  if (!CollectionName.safeParse(collection).success)
    throw usageError(`${collection} cannot name a collection: give one with --collection.`);
  const description = parseDescription(options.description);
  const input = file === '-' ? context.terminal.input : await openFile(file);
  const report = new ImportReport();
  const progress = new ProgressDisplay(context.terminal);
  await context.withConnection(async ({ operations }) => {
    report.chunksBefore = await countChunks(operations, context.call);
    try {
      for await (const batch of readBatches(input, collection)) {
        await importBatch({ context, operations, report, progress }, batch);
        progress.show({
          label: 'Importing',
          done: report.accepted,
          unit: 'documents accepted',
          ...(report.refusedCount === 0 ? {} : { remark: `${report.refusedCount.toString()} refused` }),
        });
      }
      report.endAccepting();
      await describeCollections(context, operations, { names: report.collections, input: description });
      if (options.wait)
        report.finish(
          await untilSearchable({ operations, call: context.call, collections: report.collections, accepted: report.accepted, progress }),
        );
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

async function openFile(file: string): Promise<AsyncIterable<Buffer>> {
  const path = resolve(file);
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    throw permanent('IMPORT.UNREADABLE', `${path} cannot be read: give the path of a file of JSON lines, or - for standard input.`, {
      cause: error,
    });
  }
  return createReadStream(path, { highWaterMark: 256 * 1024 });
}

/** `papers.jsonl` → `papers`; `papers/corpus.jsonl`, as in reference collections → `papers`. */
function defaultCollection(file: string): string {
  if (file === '-') return 'import';
  const name = basename(file).replace(/\.[^.]*$/, '');
  const telling = name === 'corpus' ? basename(dirname(resolve(file))) : name;
  return telling.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'import';
}
