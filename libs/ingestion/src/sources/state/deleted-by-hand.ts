import { reachOf } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { DELETED } from '../../sync-source/compare.js';

type Deleted = Pick<SourceRecord, 'kind' | 'id'> & { readonly count: number };

/** How long documents of a source stay out that a person deleted, how they do for good, and how they are had back. */
export function untilBack({ kind, id, count }: Deleted): string {
  const stay = count === 1 ? 'stays out while its content is the same' : 'stay out while their content is the same';
  const them = count === 1 ? ['the file', 'it'] : ['the files', 'them'];
  const forGood = reachOf(kind) === 'local' ? `For good: remove ${them.join(', or name ')} in .tributaryignore. ` : '';
  return `${stay}. ${forGood}To have ${them[1] ?? 'it'} back: tributary sources remove ${id} --keep-documents, then add the source again.`;
}

/** A note on what a source has and leaves out, since a person deleted the documents of it. */
export function deletedByHand({ kind, id, skipped }: Pick<SourceRecord, 'kind' | 'id' | 'skipped'>): readonly string[] {
  const count = skipped[DELETED] ?? 0;
  if (count === 0) return [];
  const what = count === 1 ? '1 document was' : `${count.toLocaleString('en-US')} documents were`;
  return [`${what} deleted by hand and ${untilBack({ kind, id, count })}`];
}
