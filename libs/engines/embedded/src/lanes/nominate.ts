import type { Lane } from '@tributary/contracts';
import type { LaneResult, NominateRequest, NominateResult, QueryTerm, TermStatistics } from '@tributary/engines-port';
import type { Bitmap } from '../memory/bitmap.js';
import type { RankedSlot } from '../memory/top-slots.js';
import type { Projection } from '../projection/projection.js';
import type { Connection } from '../store/connection.js';
import { CandidateSet } from './candidate-set.js';
import { fuzzyTerms } from './fuzzy-lane.js';
import { semanticLane } from './semantic-lane.js';

interface LaneInput {
  readonly projection: Projection;
  readonly reader: Connection;
  readonly admitted: Bitmap;
  readonly termOf: (word: string) => number | undefined;
}

/** Runs the lanes of one query on one state of a collection. Synchronous, within a snapshot. */
export function nominate(request: NominateRequest, input: LaneInput): NominateResult {
  const { projection, reader, admitted, termOf } = input;
  const set = new CandidateSet(projection, reader);
  const statistics = statisticsOf(projection, request.terms);
  const { vector, words, limit } = request;
  const lanes: Partial<Record<Lane, LaneResult>> = {};
  const run = (lane: Lane, rank: () => readonly RankedSlot[]) => {
    const startedAt = performance.now();
    const ranking = set.add(rank());
    lanes[lane] = { status: 'searched', ranking, ms: performance.now() - startedAt };
  };
  for (const lane of new Set(request.lanes)) {
    if (lane === 'semantic' && vector) run(lane, () => semanticLane(projection, set, { query: vector, admitted, limit }));
    if (lane === 'keyword' && request.terms.length > 0) {
      run(lane, () => rankTerms(request.terms, statistics.documentFrequency, { projection, admitted, limit }));
    }
    if (lane === 'fuzzy' && words && words.length > 0) {
      run(lane, () => {
        projection.vocabulary.complete(reader);
        const terms = fuzzyTerms(words, { projection, vocabulary: projection.vocabulary, termOf });
        return rankTerms(terms, statisticsOf(projection, terms).documentFrequency, { projection, admitted, limit });
      });
    }
  }
  return { candidates: set.candidates(request), lanes, statistics };
}

function statisticsOf(projection: Projection, terms: readonly QueryTerm[]): TermStatistics {
  const { points, totalLength, postings, live, gaps } = projection;
  return { points, totalLength, documentFrequency: terms.map(({ id }) => postings.documentFrequency(id, live, gaps > 0)) };
}

function rankTerms(
  terms: readonly QueryTerm[],
  documentFrequency: readonly number[],
  { projection, admitted, limit }: { readonly projection: Projection; readonly admitted: Bitmap; readonly limit: number },
): readonly RankedSlot[] {
  return projection.postings.rank({ terms, documentFrequency, admitted, lengths: projection, limit, isBefore: projection.isBefore });
}
