import type { RunComparison } from '@tributary/evaluation';
import { alignColumns } from '../../terminal/table.js';
import type { Terminal } from '../../terminal/terminal.js';

/** Run by run what changed, and whether more than chance: the interval that does not hold 0. */
export function printComparison(terminal: Terminal, comparisons: readonly RunComparison[]): void {
  const rows = comparisons.map(({ run, queries, ours, theirs, difference: { mean, low, high } }) => {
    const verdict = low > 0 ? 'better' : high < 0 ? 'worse' : 'no difference shown';
    return [
      run,
      queries.toString(),
      theirs.toFixed(3),
      ours.toFixed(3),
      mean.toFixed(4),
      `${low.toFixed(4)} … ${high.toFixed(4)}`,
      verdict,
    ];
  });
  const heads = ['run', 'queries', 'before', 'now', 'difference', '95 %', ''];
  for (const line of alignColumns([heads, ...rows])) terminal.print(line);
}
