import { DocumentType, type SearchHit } from '@tributary/contracts';
import { layoutField } from './layout-field.js';

const KINDS: ReadonlySet<unknown> = new Set(DocumentType.options);

/** Longer lists are for filters. */
const MOST_LISTED = 8;

/** Metadata of a hit without the links of a note and long lists, which a reader of a source made for filters; of what is handed in each field was meant for whoever finds it. */
export function withoutLists(hit: Pick<SearchHit, 'metadata' | 'given' | 'layout'>): SearchHit['metadata'] {
  const source = layoutField(hit, 'source');
  const isOfSource = KINDS.has(layoutField(hit, 'type')) && typeof source === 'string' && source !== '';
  if (!isOfSource) return hit.metadata;
  return Object.fromEntries(Object.entries(hit.metadata).filter(([name, value]) => !isForFilters(name, value)));
}

function isForFilters(name: string, value: unknown): boolean {
  return Array.isArray(value) && (name === 'links' || value.length > MOST_LISTED);
}
