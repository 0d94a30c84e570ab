import { DocumentType, isMissed, type Coverage, type SearchAnswer, type SearchHit } from '@tributary/contracts';
import { encodeDocumentKey, formatDocumentUri } from '@tributary/kernel';

const KINDS: ReadonlySet<unknown> = new Set(DocumentType.options);

/** Longer lists are for filters. */
const MOST_LISTED = 8;

/** An answer without what an assistant cannot act on: times, what each lane gave of collections that were searched, digits that say nothing, metadata
 *  that repeat the address, the links of a note and long lists, by which it is filtered; what the maker of a text gave is kept. An assistant pays for each of them with every hit; `explain` shows them. */
export function briefAnswer(answer: SearchAnswer): SearchAnswer {
  return { ...answer, hits: answer.hits.map(briefHit), coverage: answer.coverage.map(briefRow), took_ms: Math.round(answer.took_ms) };
}

/** At most four decimals. */
export function shortScore(score: number): number {
  return Number(score.toFixed(4));
}

function briefRow(row: Coverage): Coverage {
  return { ...row, ms: Math.round(row.ms), lanes: isMissed(row) ? row.lanes : {} };
}

function briefHit(hit: SearchHit): SearchHit {
  const { given = [], ...shown } = hit;
  const { relevance, metadata } = shown;
  const said = saidByAddress(hit);
  const telling = Object.entries(metadata).filter(
    ([name, value]) => given.includes(name) || (said.get(name) !== value && !isLayout(name, metadata) && !isForFilters(name, metadata)),
  );
  return { ...shown, relevance: shortScore(relevance), metadata: Object.fromEntries(telling) };
}

/** What the address of a hit tells: which passage of its document it is, and the source whose name leads to it. */
function saidByAddress({ uri, collection, path, metadata: { source } }: SearchHit): ReadonlyMap<string, unknown> {
  const leads = typeof source === 'string' && uri.startsWith(formatDocumentUri({ collection, key: `${encodeDocumentKey(source)}/` }));
  const chunk = /#(\d+)$/.exec(uri)?.[1];
  return new Map<string, unknown>([
    ...(chunk === undefined ? [] : [['chunk_index', Number(chunk)] as const]),
    ...(leads || source === '' || source === path ? [['source', source] as const] : []),
  ]);
}

/** What a reader of a source made of a document; of what is handed in each field was meant for whoever finds it. */
function isForFilters(name: string, metadata: SearchHit['metadata']): boolean {
  const { [name]: value, type, source } = metadata;
  const isOfSource = KINDS.has(type) && typeof source === 'string' && source !== '';
  return isOfSource && Array.isArray(value) && (name === 'links' || value.length > MOST_LISTED);
}

/** How a document of ours was cut into passages. */
function isLayout(name: string, { type }: SearchHit['metadata']): boolean {
  return (name === 'chunk_type' || name === 'total_chunks') && KINDS.has(type);
}
