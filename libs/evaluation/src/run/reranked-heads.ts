import type { RerankedHead } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import type { HeadCounts } from '../report/evaluation-report.js';

/** Of how many queries the head was reranked whole, in part and not at all. @param heads one of each query that had something to reorder */
export function countHeads(heads: readonly RerankedHead[]): HeadCounts {
  const count = (is: (head: RerankedHead) => boolean) => heads.filter(is).length;
  const mean = (of: (head: RerankedHead) => number) => heads.reduce((sum, head) => sum + of(head), 0) / Math.max(1, heads.length);
  return {
    whole: count(isWhole),
    in_part: count((head) => head.scored > 0 && !isWhole(head)),
    not_at_all: count(({ scored }) => scored === 0),
    documents: mean(({ documents }) => documents),
    scored: mean(({ scored }) => scored),
  };
}

/** A reranker that is missing, failing or always late is not measured as if it had worked. @throws `EVAL.NOT_RERANKED` when it scored no document of any query */
export function requireReranked(heads: readonly RerankedHead[]): void {
  if (heads.some(({ scored }) => scored > 0)) return;
  // The first one tells the cause: where it repeats, the reranker is left alone for a while, and only that is told.
  const [first] = heads;
  const why = first?.reason ?? 'No answer held two documents to reorder.';
  throw permanent('EVAL.NOT_RERANKED', `Not one query was reranked. ${why} ${nextStep(first?.code)}`.trimEnd());
}

function isWhole({ scored, documents }: RerankedHead): boolean {
  return scored > 0 && scored === documents;
}

function nextStep(code: string | undefined): string {
  if (code === 'SEARCH.LATE') return 'Give it longer in rerankers.<name>.wait_ms, up to 20,000 ms.';
  if (code === 'RERANKER.SAME_MODEL') return 'Measure collections of another model (--model), or another reranker (default_reranker).';
  if (code === undefined || code === 'RERANKER.NOT_CONFIGURED') return '';
  return 'Mend it and ask again, or name another reranker in default_reranker.';
}
