import { isEmptyFilter, unknownFields, type Filter } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';

/** Chunks that may go without being confirmed. */
const FREE_CHUNKS = 1000;

/** Refuses a filter that would delete more than its author means: one without conditions, or with a field no point has.
 *  @throws `DELETE.EMPTY_FILTER`, `DELETE.UNKNOWN_FIELD` with the number of points it fits */
export async function requireSafeFilter(
  filter: Filter,
  countMatches: () => Promise<number>,
  { anyField = false }: { readonly anyField?: boolean } = {},
): Promise<void> {
  if (isEmptyFilter(filter)) {
    throw permanent(
      'DELETE.EMPTY_FILTER',
      `The filter has no condition and fits ${counted(await countMatches())}: give a condition, such as {"must":[{"key":"path","match":{"value":"a.md"}}]}.`,
    );
  }
  if (anyField) return;
  const unknown = unknownFields(filter)[0];
  if (unknown !== undefined) {
    throw permanent(
      'DELETE.UNKNOWN_FIELD',
      `No point has a field ${unknown}; the filter fits ${counted(await countMatches())}. Fields of your own are written metadata.<field>.`,
    );
  }
}

function counted(chunks: number): string {
  return `${chunks.toString()} ${chunks === 1 ? 'chunk' : 'chunks'}`;
}

/** @throws `DELETE.CONFIRM_REQUIRED` when more than 1,000 chunks would go and `confirm` is not their number */
export function requireConfirmed(chunks: number, confirm: number | undefined): void {
  if (chunks <= FREE_CHUNKS || confirm === chunks) return;
  throw permanent(
    'DELETE.CONFIRM_REQUIRED',
    `This would delete ${chunks} chunks. Repeat it with "confirm": ${chunks} (of the command: --confirm ${chunks}) to go on.`,
    {
      category: 'conflict',
    },
  );
}
