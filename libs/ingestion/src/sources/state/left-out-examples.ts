import type { LastSync } from '@tributary/contracts';

/** Files named for each reason they were left out for. */
export const MOST_EXAMPLES = 3;

type Examples = LastSync['examples'];

/** Files of both, the first ones of each reason. */
export function withExamples(known: Examples, more: Examples): Examples {
  const both = { ...known };
  for (const [reason, paths] of Object.entries(more))
    both[reason] = [...new Set([...(both[reason] ?? []), ...paths])].slice(0, MOST_EXAMPLES);
  return both;
}
