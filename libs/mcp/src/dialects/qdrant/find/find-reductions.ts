import type { Reduction } from '../../../tools/fit-answer.js';
import type { SearchHit } from '@tributary/contracts';
import type { FindAnswer } from './find-answer.js';

/** Makes an answer smaller: whole hits are left out; a single one that is too long by itself loses what is longest in it. The last line says what. */
export const findReductions: readonly Reduction<FindAnswer>[] = [
  { count: ({ hits }) => hits.length, least: 1, take: takeHits },
  { count: (answer) => (metadataLength(answer) > contentLength(answer) ? 1 : 0), least: 0, take: withoutMetadata },
  { count: (answer) => (answer.mode === 'full' ? contentLength(answer) : 0), least: 0, take: takeContent },
  { count: (answer) => (metadataLength(answer) > 2 ? 1 : 0), least: 0, take: withoutMetadata },
];

function takeHits(answer: FindAnswer, n: number): FindAnswer {
  const omitted = answer.hits.length - n;
  const how =
    answer.mode === 'full'
      ? 'mode "minimal" lists them all, and qdrant-retrieve reads one by its id'
      : 'ask more precisely, add a query_filter, or search fewer collections at once';
  const line = `${omitted.toString()} more ${omitted === 1 ? 'hit is' : 'hits are'} left out to keep the answer short: ${how}.`;
  return { ...answer, hits: answer.hits.slice(0, n), remarks: [...answer.remarks, line] };
}

function takeContent(answer: FindAnswer, n: number): FindAnswer {
  const cut = (hit: SearchHit) => ({ ...hit, content: hit.content.slice(0, n) });
  const uri = answer.hits[0]?.uri ?? '';
  return {
    ...answer,
    hits: answer.hits.map(cut),
    remarks: [...answer.remarks, `The content of the hit is cut: read the resource ${uri} for the rest.`],
  };
}

function withoutMetadata(answer: FindAnswer): FindAnswer {
  const bare = (hit: SearchHit) => ({ ...hit, metadata: {} });
  return { ...answer, hits: answer.hits.map(bare), remarks: [...answer.remarks, 'The metadata of the hit is left out.'] };
}

function contentLength({ hits }: FindAnswer): number {
  return hits[0]?.content.length ?? 0;
}

function metadataLength({ hits }: FindAnswer): number {
  return JSON.stringify(hits[0]?.metadata ?? {}).length;
}
