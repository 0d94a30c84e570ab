import { DocumentType, isMissed, type Coverage, type SearchAnswer, type SearchHit } from '@tributary/contracts';
import { encodeDocumentKey, formatDocumentUri } from '@tributary/kernel';
import { layoutField } from '../hits/layout-field.js';
import { withoutLists } from '../hits/without-lists.js';

const KINDS: ReadonlySet<unknown> = new Set(DocumentType.options);

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
  const { given = [], layout: _, ...shown } = hit;
  const said = saidByAddress(hit);
  const telling = Object.entries(withoutLists(hit)).filter(
    ([name, value]) => given.includes(name) || (said.get(name) !== value && !isLayout(name, hit)),
  );
  return { ...shown, relevance: shortScore(shown.relevance), metadata: Object.fromEntries(telling) };
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

/** How a document of ours was cut into passages. */
function isLayout(name: string, hit: SearchHit): boolean {
  return (name === 'chunk_type' || name === 'total_chunks') && KINDS.has(layoutField(hit, 'type'));
}
