import type { TextRange } from '@tributary/contracts';
import type { Moved } from '@tributary/hygiene';

type Place = TextRange['start'];

/** Gives ranges of a text that was shortened the places they have in the whole one: lines are the same, columns move on their own line. */
export function originalRanges(moved: readonly Moved[] = []): (range: TextRange) => TextRange {
  if (moved.length === 0) return (range) => range;
  const placeOf = ([line, column]: Place): Place => {
    const last = moved[countBefore(moved, [line, column]) - 1];
    return [line, last?.line === line ? column + last.by : column];
  };
  return ({ start, end: [line, column] }) => {
    // Of the last character what follows it says how far it reaches.
    const [, behind] = placeOf([line, column + 1]);
    return { start: placeOf(start), end: [line, behind - 1] };
  };
}

/** How many begin at this place or before it: binary search. */
function countBefore(moved: readonly Moved[], [line, column]: Place): number {
  let low = 0;
  let high = moved.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = moved[middle];
    const isBefore = one !== undefined && (one.line < line || (one.line === line && one.column <= column));
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}
