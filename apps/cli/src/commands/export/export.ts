import { counted } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { OutputFile } from '../../program/output-file.js';
import { documentsOf } from './documents-of.js';
import { incompleteExport, missingOf, readersUnknown } from './left-out.js';

export interface ExportOptions {
  readonly out?: string;
  /** Go on past documents of which only the owner is told who may read them. */
  readonly skipRestricted?: boolean;
}

/** What an export holds, and what it does not. */
interface Tally {
  documents: number;
  restricted: number;
  /** Addresses of documents of which the engine lacks a part. */
  readonly damaged: string[];
  /** Why documents of a collection may be missing, a sentence each. */
  readonly missing: string[];
}

/** @throws `EXPORT.READERS_UNKNOWN` at the first document that only some may read, without the caller being told who; `EXPORT.INCOMPLETE` where documents are damaged: the others are written */
export async function exportCollections(
  context: CommandContext,
  collections: readonly string[],
  { out, skipRestricted = false }: ExportOptions,
): Promise<void> {
  const { terminal } = context;
  const file = out === undefined ? undefined : await OutputFile.open(out, { mayReplace: false });
  const tally: Tally = { documents: 0, restricted: 0, damaged: [], missing: [] };
  try {
    await context.withData(async ({ operations }) => {
      for (const collection of collections) {
        for await (const exported of documentsOf(operations, collection, context.call)) {
          if ('restricted' in exported) {
            if (!skipRestricted) throw readersUnknown(exported.restricted);
            tally.restricted++;
            continue;
          }
          if ('damaged' in exported) {
            tally.damaged.push(exported.damaged);
            continue;
          }
          const line = `${JSON.stringify(exported.document)}\n`;
          if (file) await file.write(line);
          else terminal.write(line);
          tally.documents++;
        }
      }
      if (tally.restricted > 0)
        tally.missing.push(
          `Not in it ${tally.restricted === 1 ? 'is' : 'are'} ${counted(tally.restricted, 'document')} that only some may read.`,
        );
      const { collections: all, sources } = await operations.status(context.call);
      for (const one of all) if (collections.includes(one.name)) tally.missing.push(...missingOf(one, sources));
    });
    await file?.finish();
  } finally {
    await file?.discard();
  }
  const { documents, damaged, missing } = tally;
  const told = `Exported ${counted(documents, 'document')} of ${collections.join(', ')}${out === undefined ? '' : ` to ${out}`}.`;
  if (context.options.json === true && file) terminal.printJson({ collections, documents, file: out, damaged, missing });
  else for (const line of [told, ...missing]) terminal.remark(line);
  if (damaged.length > 0) throw incompleteExport(damaged);
}
