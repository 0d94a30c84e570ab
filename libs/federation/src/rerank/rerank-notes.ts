import type { Failure } from '../nominate/failure.js';

const JUDGES_ORDER = 'the order is the judge’s';

export function notConfigured(): string {
  return `No reranker is configured: ${JUDGES_ORDER}. Name one under rerankers in the configuration.`;
}

export function noNews(model: string): string {
  return `Nothing was reranked: the collections are made with the model ${model} themselves, so the judge has heard it already.`;
}

export function resting(name: string): string {
  return `The reranker ${name} failed in the last searches and is left alone for a few seconds: ${JUDGES_ORDER}.`;
}

export function noTime(): string {
  return `No time was left to rerank: ${JUDGES_ORDER}. Give a longer deadline_ms.`;
}

export function partly(name: string, { scored, of }: { readonly scored: number; readonly of: number }): string {
  return `The reranker ${name} scored ${scored.toString()} of ${of.toString()} documents: the others keep their places.`;
}

export function failed(name: string, { failure, ms }: { readonly failure: Failure; readonly ms: number }): string {
  if (failure.code === 'SEARCH.LATE') return `The reranker ${name} did not answer within ${Math.round(ms).toString()} ms: ${JUDGES_ORDER}.`;
  // What nobody foresaw may speak of files and addresses: it is for the log of the reranker’s process.
  const reason = failure.code === 'INTERNAL' ? '' : ` ${failure.reason}`;
  return `The reranker ${name} failed (${failure.code}): ${JUDGES_ORDER}.${reason}`;
}
