import { ReembedInput, type MigrationSummary } from '@tributary/contracts';
import { counted } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { onCollection } from '../../program/unknown-name.js';
import { follow, tell } from './follow.js';

export interface ReembedOptions {
  readonly model?: string;
  readonly missing?: boolean;
  readonly keepDays?: number;
  readonly back?: boolean;
  readonly cancel?: boolean;
  readonly wait: boolean;
}

/** @throws what ended the re-embedding, and `MIGRATION.CANCELLED` when somebody else ended it */
export async function reembed(context: CommandContext, collection: string, options: ReembedOptions): Promise<void> {
  const { model, missing = false, keepDays, back = false, cancel = false, wait } = options;
  const input = parseOptions(ReembedInput, {
    ...{ collection, missing, back, cancel },
    ...(model === undefined ? {} : { model }),
    ...(keepDays === undefined ? {} : { keep_days: keepDays }),
  });
  const last = await context.withData(async (connection) => {
    const { call } = context;
    const { operations } = connection;
    const begun = await onCollection(connection, { name: collection, call, work: () => operations.reembedCollection(input, call) });
    const ending = `tributary reembed ${collection} --cancel`;
    return wait && begun.state === 'running' ? follow(context, operations, { begun, ending }) : begun;
  });
  tell(context, last, { lines: sentences(last), cancel, what: 'The re-embedding' });
}

function sentences({ state, model, collection, copied, parity, kept_until }: MigrationSummary): readonly string[] {
  const by = model === undefined ? '' : ` by ${model}`;
  if (state === 'running')
    return [`Re-embedding ${collection}${by} in the background: tributary migrate ${collection} shows how far it is.`];
  if (state === 'cancelled') return [`The re-embedding of ${collection} was ended; it answers as before.`];
  if (state === 'failed') return [`${collection} was not re-embedded, and answers as before.`];
  const without = parity?.without_vector ?? 0;
  const refused =
    without === 0
      ? []
      : [`${counted(without, 'passage')} stayed without a vector: the model refuses their text. Keyword search finds them.`];
  const kept = kept_until === undefined ? [] : [`Kept until ${kept_until}; undo with: tributary reembed ${collection} --back`];
  const what = model === undefined ? `The former vectors of ${collection} answer again` : `Re-embedded ${collection}${by}`;
  return [`${what} (${counted(copied, 'document')} written).`, ...refused, ...kept];
}
