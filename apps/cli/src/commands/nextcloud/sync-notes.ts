import { SourceInput } from '@tributary/contracts';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { follow, printOutcome } from '../index/follow.js';

export interface SyncNotesOptions {
  readonly collection?: string;
}

/** Registers the notes of a user and waits until they are searchable. */
export async function syncNotes(context: CommandContext, user: string, { collection }: SyncNotesOptions): Promise<void> {
  const input = parseOptions(SourceInput, {
    location: user,
    kind: 'nextcloud-notes',
    ...(collection === undefined ? {} : { collection }),
  });
  await context.withConnection(async ({ operations }) => {
    const added = await operations.addSource(input, context.call);
    printOutcome(context, await follow(context, operations, [added]), added.token);
  });
}
