import { MigrateInput, sourceName, type MigrationSummary } from '@tributary/contracts';
import { counted } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { onCollection } from '../../program/unknown-name.js';
import { follow, tell } from './follow.js';
import { proofSentences } from './proof-sentences.js';

export interface MigrateOptions {
  readonly keepDays?: number;
  readonly back?: boolean;
  readonly cancel?: boolean;
  readonly wait: boolean;
}

interface Asked {
  readonly from: string;
  readonly to: string | undefined;
  readonly options: MigrateOptions;
}

/** @throws what ended the move, and `MIGRATION.CANCELLED` when somebody else ended it */
export async function migrate(context: CommandContext, { from, to, options }: Asked): Promise<void> {
  const { keepDays, back = false, cancel = false, wait } = options;
  const input = parseOptions(MigrateInput, {
    from,
    back,
    cancel,
    ...(to === undefined ? {} : { to }),
    ...(keepDays === undefined ? {} : { keep_days: keepDays }),
  });
  const last = await context.withData(async ({ operations }) => {
    const isQuestion = to === undefined && !back && !cancel;
    const begun = await onCollection(operations, {
      name: from,
      call: context.call,
      work: () => (isQuestion ? operations.getMigration(from, context.call) : operations.migrateCollection(input, context.call)),
    });
    const ending = `tributary migrate ${begun.from} ${begun.to} --cancel`;
    return wait && begun.state === 'running' ? follow(context, operations, { begun, ending }) : begun;
  });
  tell(context, last, { lines: sentences(last), cancel, what: 'The move' });
}

function sentences(last: MigrationSummary): readonly string[] {
  const { state, from, to, parity, copied, kept_until, collection } = last;
  const old = sourceName(last);
  // Under another name it stands beside what it was made from.
  const isCopy = old !== collection;
  if (state === 'running')
    return [`${isCopy ? 'Copying' : 'Moving'} ${from} to ${to} in the background: tributary migrate ${collection} shows how far it is.`];
  if (state === 'cancelled') return [`The ${isCopy ? 'copy' : 'move'} of ${from} to ${to} was ended; ${from} answers as before.`];
  const proof = parity === undefined ? [] : proofSentences(parity);
  if (state === 'failed') return [...proof, ...(parity?.differences ?? []).map((difference) => `  ${difference}`)];
  const kept = kept_until === undefined ? [] : [`Kept until ${kept_until}; undo with: tributary migrate ${collection} --back`];
  const beside = isCopy
    ? [
        `Both are searched from now on, and what fills ${old} goes on filling that alone. To be rid of it: tributary collections remove ${old} --confirm ${old}`,
      ]
    : [];
  return [`${isCopy ? 'Copied' : 'Moved'} ${from} to ${to} (${counted(copied, 'document')} written).`, ...proof, ...kept, ...beside];
}
