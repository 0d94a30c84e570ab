import { sourceName, type CollectionSummary, type MigrationSummary } from '@tributary/contracts';

/** What a collection is told with while it is moved or embedded anew; both it and what it becomes are. */
export function tellMove(summary: CollectionSummary, moves: readonly MigrationSummary[]): CollectionSummary {
  const { name, status_reason: reason } = summary;
  const move = moves.find((one) => one.collection === name || sourceName(one) === name);
  if (move === undefined) return summary;
  return { ...summary, status_reason: reason === undefined ? inWords(move) : `${reason}; ${inWords(move)}` };
}

function inWords(move: MigrationSummary): string {
  const {
    collection,
    phase,
    documents: { done, total },
    error,
  } = move;
  const share = total === undefined ? '' : `, ${done.toString()} of ${total.toString()} documents`;
  const obstacle = error === undefined ? '' : `, held up by ${error.code}`;
  return `${whatOf(move)}: ${phase}${share}${obstacle}; \`tributary migrate ${collection}\` follows it`;
}

function whatOf(move: MigrationSummary): string {
  if (move.model !== undefined) return `being embedded anew by ${move.model}`;
  return `${sourceName(move) === move.collection ? 'moving' : 'being copied'} to ${move.to}`;
}
