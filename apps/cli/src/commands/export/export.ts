import type { Connection } from '../../connection/connection.js';
import { hasCode } from '@tributary/kernel';
import { counted } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { OutputFile } from '../../program/output-file.js';
import { onCollection } from '../../program/unknown-name.js';
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
  /** Documents on damaged pages of which not even the name can be read. */
  unread: number;
  /** Passages that an engine counts in collections of other programs, and no document holds. */
  lacking: number;
}

interface Documents {
  readonly collections: readonly string[];
  readonly skipRestricted: boolean;
  readonly write: (line: string) => Promise<void> | void;
}

/** @throws `EXPORT.READERS_UNKNOWN` at the first document that only some may read, without the caller being told who; `EXPORT.INCOMPLETE` where documents are damaged or passages are lacking: the others are written */
export async function exportCollections(
  context: CommandContext,
  collections: readonly string[],
  { out, skipRestricted = false }: ExportOptions,
): Promise<void> {
  const { terminal } = context;
  const file = out === undefined ? undefined : await OutputFile.open(out, { mayReplace: false });
  const write = (line: string) => (file ?? terminal).write(line);
  try {
    const { tally, missing } = await context.withData(async (connection) => {
      const { operations } = connection;
      const written = await writeDocuments(context, connection, { collections, skipRestricted, write });
      const [all, sources] = await Promise.all([
        orWhereDamaged(operations.listCollections(context.call)),
        orWhereDamaged(operations.listSources(context.call)),
      ]);
      const told = all.filter(({ name }) => collections.includes(name)).flatMap((one) => missingOf(one, sources));
      return { tally: written, missing: [...restrictedOf(written), ...told] };
    });
    await file?.finish();
    const { documents, damaged, unread, lacking } = tally;
    const told = `Exported ${counted(documents, 'document')} of ${collections.join(', ')}${out === undefined ? '' : ` to ${out}`}.`;
    if (context.options.json === true && file) terminal.printJson({ collections, documents, file: out, damaged, unread, lacking, missing });
    else for (const line of [told, ...missing]) terminal.remark(line);
    const incomplete = incompleteExport(tally);
    if (incomplete !== undefined) throw incomplete;
  } finally {
    await file?.discard();
  }
}

async function writeDocuments(
  { call }: CommandContext,
  connection: Pick<Connection, 'operations' | 'place'>,
  { collections, skipRestricted, write }: Documents,
): Promise<Tally> {
  const tally: Tally = { documents: 0, restricted: 0, damaged: [], unread: 0, lacking: 0 };
  const writeOne = async (collection: string) => {
    for await (const exported of documentsOf(connection.operations, collection, call)) {
      if ('unread' in exported) tally.unread += exported.unread;
      else if ('lacking' in exported) tally.lacking += exported.lacking;
      else if ('damaged' in exported) tally.damaged.push(exported.damaged);
      else if ('document' in exported) {
        await write(`${JSON.stringify(exported.document)}\n`);
        tally.documents++;
      } else if (skipRestricted) tally.restricted++;
      else throw readersUnknown(exported.restricted);
    }
  };
  for (const name of collections) await onCollection(connection, { name, call, work: () => writeOne(name) });
  return tally;
}

/** What is told beside what was written does not hold that up. */
async function orWhereDamaged<T>(listed: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await listed;
  } catch (error) {
    if (hasCode(error, 'ENGINE.STORE_DAMAGED')) return [];
    throw error;
  }
}

function restrictedOf({ restricted }: Tally): readonly string[] {
  if (restricted === 0) return [];
  return [`Not in it ${restricted === 1 ? 'is' : 'are'} ${counted(restricted, 'document')} that only some may read.`];
}
