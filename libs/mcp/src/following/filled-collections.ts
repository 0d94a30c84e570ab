import type { CallContext, Operations, SourceSummary } from '@tributary/contracts';

/** A source with those of its collections that are there: one that nothing went to, for lack of code or of text, is not made. */
export async function withFilledCollections(
  source: SourceSummary,
  { operations, context }: { readonly operations: Pick<Operations, 'listCollections'>; readonly context: CallContext },
): Promise<SourceSummary> {
  const present = new Set((await operations.listCollections(context)).map(({ name }) => name));
  return { ...source, collections: source.collections.filter((name) => present.has(name)) };
}
