import { DeleteInput } from '@tributary/contracts';
import { counted } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { usageError } from '../../program/usage-error.js';
import { readFilter } from '../search/search.js';

export interface DeleteOptions {
  readonly collection?: string;
  readonly filter?: unknown;
  readonly dryRun?: boolean;
  readonly confirm?: number;
}

export async function deleteDocuments(context: CommandContext, ids: readonly string[], options: DeleteOptions): Promise<void> {
  const { collection, filter, dryRun = false, confirm } = options;
  if (ids.length > 0 === (filter !== undefined)) throw usageError('Give either addresses or --filter.');
  const input = parseOptions(DeleteInput, {
    dry_run: dryRun,
    ...(collection === undefined ? {} : { collection }),
    ...(filter === undefined ? { ids: [...ids] } : { filter: readFilter(filter) }),
    ...(confirm === undefined ? {} : { confirm }),
  });
  const answer = await context.withData(({ operations }) => operations.delete(input, context.call));
  const { terminal } = context;
  if (context.options.json === true) {
    terminal.printJson(answer);
    return;
  }
  terminal.print(
    `${answer.dry_run ? 'Would delete' : 'Deleted'} ${counted(answer.documents, 'document')} (${counted(answer.chunks, 'chunk')}).`,
  );
  for (const note of answer.notes ?? []) terminal.remark(note);
}
