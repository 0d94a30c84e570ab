import { counted } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { OutputFile } from '../../program/output-file.js';
import { documentsOf } from './documents-of.js';

export interface ExportOptions {
  readonly out?: string;
}

export async function exportCollections(context: CommandContext, collections: readonly string[], { out }: ExportOptions): Promise<void> {
  const { terminal } = context;
  const file = out === undefined ? undefined : await OutputFile.open(out, { mayReplace: false });
  let documents = 0;
  try {
    await context.withData(async ({ operations }) => {
      for (const collection of collections) {
        for await (const document of documentsOf(operations, collection, context.call)) {
          const line = `${JSON.stringify(document)}\n`;
          if (file) await file.write(line);
          else terminal.write(line);
          documents++;
        }
      }
    });
    await file?.finish();
  } finally {
    await file?.discard();
  }
  const told = `Exported ${counted(documents, 'document')} of ${collections.join(', ')}${out === undefined ? '' : ` to ${out}`}.`;
  if (context.options.json === true && file) terminal.printJson({ collections, documents, file: out });
  else terminal.remark(told);
}
