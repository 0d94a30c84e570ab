import type { Lane } from '@tributary/contracts';
import type { LaneResult, NominateRequest, NominateResult, TermStatistics } from '@tributary/engines-port';
import type { Bitmap } from '../memory/bitmap.js';
import type { RankedSlot } from '../memory/top-slots.js';
import type { Depth } from '../memory/joint-ranking.js';
import type { Projection } from '../projection/projection.js';
import type { Connection } from '../store/connection.js';
import { CandidateSet } from './candidate-set.js';
import { deepen } from './deepen.js';
import { fuzzyLane } from './fuzzy-lane.js';
import { byOwnStatistics, keywordLane, statisticsOf } from './keyword-lane.js';
import { semanticLane } from './semantic-lane.js';
import { ofStrongDocuments } from './strong-documents.js';

/** What one collection is asked, on one state of it. */
export interface Asked {
  readonly request: NominateRequest;
  readonly projection: Projection;
  readonly reader: Connection;
  readonly admitted: Bitmap;
  readonly termOf: (word: string) => number | undefined;
}

/** A collection in which lanes look. */
interface Searched extends Asked {
  readonly candidates: CandidateSet;
  readonly statistics: TermStatistics;
}

/** Of each collection, the best first. */
type Rankings = readonly (readonly RankedSlot[])[];

type LaneResults = Partial<Record<Lane, LaneResult>>;

/** Runs the lanes of one query over collections of one model, the semantic and the keyword lane as if those were one collection. Synchronous, within a snapshot.
 *  @param asked all the same but for the collection and its filter @returns a result each */
export function nominate(asked: readonly Asked[]): readonly NominateResult[] {
  const [first] = asked;
  if (first === undefined) return [];
  const { vector, terms, words, limit, together } = first.request;
  const depth = together ?? { best: limit, each: limit };
  const searched = asked.map((one): Searched => {
    const { projection, reader } = one;
    return { ...one, candidates: new CandidateSet(projection, reader), statistics: statisticsOf(projection, terms) };
  });
  const results = searched.map((): LaneResults => ({}));
  const run = (lane: Lane, rank: () => Rankings) => {
    const startedAt = performance.now();
    const rankings = rank();
    const ms = (performance.now() - startedAt) / searched.length;
    searched.forEach(({ candidates }, at) => {
      Object.assign(results[at] ?? {}, { [lane]: { status: 'searched', ranking: candidates.add(rankings[at] ?? []), ms } });
    });
  };
  for (const lane of new Set(first.request.lanes)) {
    if (lane === 'semantic' && vector) run(lane, () => semanticLane(searched, vector, depth));
    if (lane === 'keyword' && terms.length > 0) run(lane, () => rankWords(searched, first.request, depth));
    if (lane === 'fuzzy' && words && words.length > 0) run(lane, () => searched.map((one) => fuzzyLane(one, words, limit)));
  }
  return searched.map((one, at) => resultOf(one, results[at] ?? {}, searched.length > 1));
}

/** What is searched together goes deeper where documents are long. */
function rankWords(searched: readonly Searched[], { terms, together }: NominateRequest, depth: Depth): Rankings {
  const projections = searched.map(({ projection }) => projection);
  const deeper = together ? deepen(depth, projections) : depth;
  const rankings = keywordLane(searched, terms, deeper);
  if (deeper.best === depth.best) return rankings;
  return ofStrongDocuments(
    projections.map((projection, at) => ({ ranking: rankings[at] ?? [], projection })),
    depth,
  );
}

function resultOf({ request, candidates: set, statistics }: Searched, lanes: LaneResults, isPooled: boolean): NominateResult {
  const candidates = set.candidates(request);
  const { keyword } = lanes;
  const result = { candidates, lanes, statistics, isJoint: request.together !== undefined };
  if (!isPooled || keyword?.status !== 'searched') return result;
  const ranking = byOwnStatistics(keyword.ranking, candidates, { terms: request.terms, counts: statistics });
  return { ...result, lanes: { ...lanes, keyword: { ...keyword, ranking } } };
}
