import { DocumentType, type SearchHit } from '@tributary/contracts';
import { layoutField } from '../hits/layout-field.js';
import { withoutLists } from '../hits/without-lists.js';

const KINDS: ReadonlySet<unknown> = new Set(DocumentType.options.filter((type) => type !== 'memory'));

/** Metadata of a hit without what our layout fills in for a text that was stored as one passage, which the maker never wrote; of other documents all of it but links and long lists. */
export function storedMetadata(hit: Pick<SearchHit, 'metadata' | 'given' | 'layout'>): SearchHit['metadata'] {
  const { given = [] } = hit;
  const metadata = withoutLists(hit);
  // A kind that there is not is the maker's own, and hides ours; a number of passages that is his hides how many there are.
  if (KINDS.has(layoutField(hit, 'type')) || metadata['total_chunks'] !== 1 || given.includes('total_chunks')) return metadata;
  return Object.fromEntries(Object.entries(metadata).filter(([name, value]) => given.includes(name) || !isFilledIn(name, value)));
}

function isFilledIn(name: string, value: unknown): boolean {
  switch (name) {
    case 'type':
      return value === 'memory';
    case 'source':
      return value === '';
    case 'chunk_index':
      return value === 0;
    default:
      return name === 'chunk_type' || name === 'total_chunks';
  }
}
