import type { RerankedHead } from '@tributary/contracts';
import type { Failure } from '../nominate/failure.js';

/** Why a head was scored in part or not at all. */
export type Shortfall = Required<Pick<RerankedHead, 'reason'>> & Pick<RerankedHead, 'code'>;

const JUDGES_ORDER = 'the order is the judge’s';

export function notConfigured(): Shortfall {
  const reason = `No reranker is configured: ${JUDGES_ORDER}. Name one under rerankers in the configuration.`;
  return { code: 'RERANKER.NOT_CONFIGURED', reason };
}

export function noNews(model: string): Shortfall {
  const reason = `Nothing was reranked: the collections are made with the model ${model} themselves, so the judge has heard it already.`;
  return { code: 'RERANKER.SAME_MODEL', reason };
}

export function resting(name: string): Shortfall {
  const reason = `The reranker ${name} failed in the last searches and is left alone for a few seconds: ${JUDGES_ORDER}.`;
  return { code: 'RERANKER.CIRCUIT_OPEN', reason };
}

export function noTime(): Shortfall {
  return { code: 'SEARCH.LATE', reason: `No time was left to rerank: ${JUDGES_ORDER}. Give a longer deadline_ms.` };
}

export function partly(name: string, { scored, of }: { readonly scored: number; readonly of: number }): Shortfall {
  return { reason: `The reranker ${name} scored ${scored.toString()} of ${of.toString()} documents: the others keep their places.` };
}

export function failed(name: string, { failure, ms }: { readonly failure: Failure; readonly ms: number }): Shortfall {
  const { code } = failure;
  if (code === 'SEARCH.LATE')
    return { code, reason: `The reranker ${name} did not answer within ${Math.round(ms).toString()} ms: ${JUDGES_ORDER}.` };
  // What nobody foresaw may speak of files and addresses: it is for the log of the reranker’s process.
  const why = code === 'INTERNAL' ? '' : ` ${failure.reason}`;
  return { code, reason: `The reranker ${name} failed (${code}): ${JUDGES_ORDER}.${why}` };
}
