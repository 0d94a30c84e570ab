import { SourceInput, type SourceSummary } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { counted } from '@tributary/mcp/text';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { follow, printOutcome } from '../index/follow.js';

export interface SyncNotesOptions {
  readonly collection?: string;
}

/** Registers the notes of a user and waits until they are searchable. @throws `INDEX.INCOMPLETE` also where documents of others have ids of his notes */
export async function syncNotes(context: CommandContext, user: string, { collection }: SyncNotesOptions): Promise<void> {
  const input = parseOptions(SourceInput, {
    location: user,
    kind: 'nextcloud-notes',
    ...(collection === undefined ? {} : { collection }),
  });
  await context.withConnection(async ({ operations }) => {
    const added = await operations.addSource(input, context.call);
    const outcomes = await follow(context, operations, [added]);
    printOutcome(context, outcomes, added.token);
    for (const { source } of outcomes) requireAllIn(source, user);
  });
}

/** A note that is not there is missed by nobody but its user, who is told of no sync. */
function requireAllIn({ skipped, collections, last_sync: last }: SourceSummary, user: string): void {
  const count = skipped[ID_TAKEN] ?? 0;
  if (count === 0) return;
  const [where = ''] = collections;
  const some = last?.examples[ID_TAKEN] ?? [];
  const others = count > some.length ? ' … (here the first ones)' : '';
  throw permanent(
    'INDEX.INCOMPLETE',
    `${counted(count, 'note')} of ${user} ${count === 1 ? 'was' : 'were'} left out: documents that are not of this sync have their ids in ${where} and stay. ` +
      `To have both, give his notes a collection of their own (--collection). To have the notes in their place, take those documents out and sync again: tributary delete -c ${where} ${some.join(' ')}${others}`,
  );
}

/** Why a sync leaves a document out whose place in the collection another one has. */
const ID_TAKEN = 'id-taken';
