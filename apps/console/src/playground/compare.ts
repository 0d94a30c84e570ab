/** How a hit stands in one list against another. */
export type Move =
  | { readonly kind: 'same'; readonly rank: number }
  | { readonly kind: 'up' | 'down'; readonly from: number; readonly rank: number }
  | { readonly kind: 'new'; readonly rank: number };

/** What moved between two lists, by key, seen from the second. Ranks from 1. */
export function compareLists(
  before: readonly { readonly key: string }[],
  after: readonly { readonly key: string }[],
): ReadonlyMap<string, Move> {
  const ranks = new Map(before.map(({ key }, at) => [key, at + 1]));
  return new Map(after.map(({ key }, at) => [key, moveOf(ranks.get(key), at + 1)]));
}

function moveOf(from: number | undefined, rank: number): Move {
  if (from === undefined) return { kind: 'new', rank };
  if (from === rank) return { kind: 'same', rank };
  return { kind: from > rank ? 'up' : 'down', from, rank };
}

/** As it is said and read aloud. */
export function wordsOfMove(move: Move): string {
  if (move.kind === 'new') return 'not in the other list';
  if (move.kind === 'same') return 'same place';
  return `${move.kind} from ${move.from.toString()}`;
}

/** Sums up what differs between two lists. */
export function summariseMoves(before: readonly { readonly key: string }[], after: readonly { readonly key: string }[]): string {
  const moves = [...compareLists(before, after).values()];
  const count = (kinds: readonly Move['kind'][]) => moves.filter(({ kind }) => kinds.includes(kind)).length.toString();
  const kept = new Set(after.map(({ key }) => key));
  const gone = before.filter(({ key }) => !kept.has(key)).length;
  return `${count(['same'])} in the same place, ${count(['up', 'down'])} moved, ${count(['new'])} only here, ${gone.toString()} only in the other list`;
}
