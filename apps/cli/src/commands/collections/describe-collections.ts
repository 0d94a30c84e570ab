import { CollectionDescription, type Operations } from '@tributary/contracts';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';

/** A description as a card takes it. @throws `USAGE.ARGUMENTS` */
export function parseDescription(description: string | undefined): CollectionDescription | undefined {
  return description === undefined ? undefined : parseOptions(CollectionDescription, { description });
}

/** Writes one description on the cards of several collections; without one they stay as they are. */
export async function describeCollections(
  context: CommandContext,
  operations: Operations,
  { names, input }: { readonly names: Iterable<string>; readonly input: CollectionDescription | undefined },
): Promise<void> {
  if (input !== undefined) for (const name of names) await operations.describeCollection(name, input, context.call);
}
