import { MigrateInput } from '@tributary/contracts';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { onCollection } from '../../program/unknown-name.js';
import { follow, tell } from './follow.js';
import { outcomeSentences } from './outcome-sentences.js';

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
  const last = await context.withData(async (connection) => {
    const { operations } = connection;
    const isQuestion = to === undefined && !back && !cancel;
    const begun = await onCollection(connection, {
      name: from,
      call: context.call,
      work: () => (isQuestion ? operations.getMigration(from, context.call) : operations.migrateCollection(input, context.call)),
    });
    const ending = `tributary migrate ${begun.from} ${begun.to} --cancel`;
    return wait && begun.state === 'running' ? follow(context, operations, { begun, ending }) : begun;
  });
  tell(context, last, { lines: outcomeSentences(last), cancel, what: 'The move' });
}
