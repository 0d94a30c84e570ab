import { DocumentType, type SearchHit } from '@tributary/contracts';

const KINDS: ReadonlySet<unknown> = new Set(DocumentType.options.filter((type) => type !== 'memory'));

/** Metadata of a hit without what our layout fills in for a text that was stored as one passage, which the maker never wrote; of other documents all of it. */
export function storedMetadata({ metadata, given = [] }: Pick<SearchHit, 'metadata' | 'given'>): SearchHit['metadata'] {
  const { type, total_chunks: count } = metadata;
  // A kind that there is not is the maker's own, and hides ours; a number of passages that is his hides how many there are.
  if (KINDS.has(type) || count !== 1 || given.includes('total_chunks')) return metadata;
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
