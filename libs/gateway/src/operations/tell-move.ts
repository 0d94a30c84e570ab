import type { CollectionSummary, MigrationSummary } from '@tributary/contracts';

/** What a collection is told with while it is moved or embedded anew; both it and what it becomes are. */
export function tellMove(summary: CollectionSummary, moves: readonly MigrationSummary[]): CollectionSummary {
  const { name, status_reason: reason } = summary;
  const move = moves.find(({ collection, from }) => collection === name || from.slice(from.indexOf('/') + 1) === name);
  if (move === undefined) return summary;
  return { ...summary, status_reason: reason === undefined ? inWords(move) : `${reason}; ${inWords(move)}` };
}

function inWords({ collection, to, model, phase, documents: { done, total }, error }: MigrationSummary): string {
  const what = model === undefined ? `moving to ${to}` : `being embedded anew by ${model}`;
  const share = total === undefined ? '' : `, ${done.toString()} of ${total.toString()} documents`;
  const obstacle = error === undefined ? '' : `, held up by ${error.code}`;
  return `${what}: ${phase}${share}${obstacle}; \`tributary migrate ${collection}\` follows it`;
}
