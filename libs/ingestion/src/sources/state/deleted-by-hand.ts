import { reachOf } from '@tributary/contracts';
import type { SourceRecord } from '@tributary/engines-port';
import { DELETED, DELETED_OF_ANOTHER } from '../../sync-source/compare.js';

type Deleted = Pick<SourceRecord, 'kind' | 'id'> & { readonly count: number };

/** How long documents of a source stay out that a person deleted, how they do for good, and how they are had back. */
export function untilBack({ kind, id, count }: Deleted): string {
  const stay = count === 1 ? 'stays out while its content is the same' : 'stay out while their content is the same';
  const them = count === 1 ? ['the file', 'it'] : ['the files', 'them'];
  const forGood = reachOf(kind) === 'local' ? `For good: remove ${them.join(', or name ')} in .tributaryignore. ` : '';
  const back = `tributary sources remove ${id} --keep-documents, then`;
  if (kind === 'nextcloud-notes')
    return `${stay}. To have ${count === 1 ? 'it' : 'them'} back, the owner or its user: ${back} sync it again.`;
  return `${stay}. ${forGood}To have ${them[1] ?? 'it'} back: ${back} add the source again.`;
}

/** Notes on what a source has and leaves out, since a person deleted the documents of it, or those of another source that say the same. */
export function deletedByHand({ kind, id, skipped }: Pick<SourceRecord, 'kind' | 'id' | 'skipped'>): readonly string[] {
  const [own = 0, others = 0] = [skipped[DELETED], skipped[DELETED_OF_ANOTHER]];
  return [
    ...(own === 0 ? [] : [`${documentsWere(own)} deleted by hand and ${untilBack({ kind, id, count: own })}`]),
    ...(others === 0 ? [] : [`${documentsWere(others)} left out: ${OF_ANOTHER}`]),
  ];
}

const OF_ANOTHER =
  'the same content was deleted by hand from another source of the collection. It comes with another content, or at the next sync after that source was removed (tributary sources remove ID --keep-documents).';

function documentsWere(count: number): string {
  return count === 1 ? '1 document was' : `${count.toLocaleString('en-US')} documents were`;
}
