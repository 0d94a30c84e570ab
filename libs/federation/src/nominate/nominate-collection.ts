import type { Lane, LaneCoverage } from '@tributary/contracts';
import type { Candidate, LaneResult, NominateRequest, NominateResult, SearchedTogether } from '@tributary/engines-port';
import { isAbort, within } from '@tributary/kernel';
import type { JudgedTerm, LaneRanking, NamedPath, TermCounts } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { SearchDeadlines } from '../plan/deadlines.js';
import { roundMs } from '../plan/round-ms.js';
import { failureOf, notReadYet, type Failure } from './failure.js';
import type { QueryVector, QueryVectors } from './query-vectors.js';
import { estimateSignals } from '../signals/estimate-signals.js';

/** The query as lanes see it: as written, or repaired. */
export interface LaneQuery {
  readonly terms: readonly (JudgedTerm & { readonly id: number })[];
  readonly words: readonly string[];
  readonly vectors: QueryVectors;
}

/** Collections that are searched each for itself, and deeper than others. */
export interface CalledByName {
  readonly collections: ReadonlySet<ScopedCollection>;
  /** Candidates per lane of each at most. */
  readonly limit: number;
}

export interface NominationRequest {
  readonly query: LaneQuery;
  readonly lanes: readonly Lane[];
  readonly limit: number;
  /** Where the collections may be searched as one. */
  readonly together?: SearchedTogether;
  readonly byName?: CalledByName;
  readonly withVectors: boolean;
  readonly deadlines: SearchDeadlines;
  readonly signal: AbortSignal | undefined;
}

/** A document that the query calls by its path. */
export interface NamedDocument {
  /** True where the query is its path and nothing else, and certainly that of no other document. */
  readonly isAll: boolean;
  /** Place in it of the passage with the line that is asked for; undefined where none is. */
  readonly lineAt: number | undefined;
  /** Whose code it is where a frame of a stack trace names it; left out or undefined of others. */
  readonly frame?: NamedPath['frame'];
}

/** What one collection had to say. */
export interface Nomination {
  readonly collection: ScopedCollection;
  /** False when it could not be asked or did not answer. */
  readonly answered: boolean;
  /** Candidates per lane it was asked for. */
  readonly limit: number;
  /** True where it was searched as one with others, to the depth of `NominationRequest.together`. */
  readonly isJoint: boolean;
  readonly candidates: readonly Candidate[];
  readonly rankings: Partial<Record<Lane, LaneRanking>>;
  /** How many stand behind what the keyword lane named since they say something letter by letter; left out where none do. */
  readonly further?: number;
  readonly counts: TermCounts;
  /** True where the counts are those of the candidates alone. */
  readonly isSampled: boolean;
  readonly lanes: Partial<Record<Lane, LaneCoverage>>;
  /** Documents that the query calls by their paths, by id; left out where it calls none. */
  readonly named?: ReadonlyMap<string, NamedDocument>;
  /** Ids of documents that are called by the query, or by what it asks for as a whole; left out where none were found. */
  readonly titled?: ReadonlySet<string>;
  /** Ids of passages that define or use what the query is the name of or asks for, as far as they were looked for; left out where none were found. */
  readonly definitions?: ReadonlySet<string>;
  /** Ids of passages that say an identifier of the query which few say; left out where none were found. */
  readonly saying?: ReadonlySet<string>;
  /** Why the collection as a whole, or one of its lanes, was not searched. */
  readonly failure?: Failure;
  readonly ms: number;
}

/** Runs the lanes of one collection. Never rejects: what goes wrong costs this collection only. */
export async function nominateCollection(collection: ScopedCollection, request: NominationRequest): Promise<Nomination> {
  const startedAt = performance.now();
  const { query, lanes, deadlines, signal } = request;
  const semantic = await semanticVector(collection, request);
  const input = await nominationInput(collection, request);
  try {
    const told = await within({ deadline: deadlines.lanes, signal }, (limit) => collection.nominate(input, limit));
    const isSampled = collection.isForeign && told.statistics.points === 0;
    const result = collection.isForeign ? estimateSignals(told, query.terms.length) : told;
    const failure = failureIn(result, semantic);
    return {
      collection,
      answered: true,
      limit: request.limit,
      isJoint: result.isJoint ?? false,
      candidates: result.candidates,
      rankings: rankingsOf(result),
      counts: result.statistics,
      isSampled,
      lanes: coverLanes(lanes, result, semantic),
      ...(failure ? { failure } : {}),
      ms: performance.now() - startedAt,
    };
  } catch (error) {
    const share = isAbort(error) ? collection.shareRead : undefined;
    const failure = share === undefined ? failureOf(error) : notReadYet(share);
    return failedNomination(collection, { failure, lanes, ms: performance.now() - startedAt });
  }
}

/** A collection that could not be asked or did not answer. */
export function failedNomination(
  collection: ScopedCollection,
  { failure, lanes, ms }: { readonly failure: Failure; readonly lanes: readonly Lane[]; readonly ms: number },
): Nomination {
  const lost: LaneCoverage = { status: failure.status, code: failure.code, candidates: 0, ms: roundMs(ms) };
  return {
    collection,
    answered: false,
    limit: 0,
    isJoint: false,
    candidates: [],
    rankings: {},
    counts: { points: 0, totalLength: 0, documentFrequency: [] },
    isSampled: false,
    lanes: Object.fromEntries(lanes.map((lane) => [lane, lost])),
    failure,
    ms,
  };
}

/** What an engine is asked for a collection. */
export async function nominationInput(
  collection: ScopedCollection,
  request: NominationRequest,
): Promise<Omit<NominateRequest, 'collection' | 'filter'>> {
  const { query, lanes, limit, together, withVectors } = request;
  const semantic = await semanticVector(collection, request);
  const common = await query.vectors.common();
  const vector = semantic && 'vector' in semantic ? { vector: semantic.vector } : {};
  const terms = query.terms.map(({ id, weight }) => ({ id, weight }));
  return {
    lanes,
    limit,
    withVectors,
    words: query.words,
    terms,
    ...vector,
    ...(together ? { together } : {}),
    ...(common ? { common } : {}),
  };
}

/** The query by the model of a collection; asked for once. */
async function semanticVector(collection: ScopedCollection, { query, lanes }: NominationRequest): Promise<QueryVector | undefined> {
  return lanes.includes('semantic') ? query.vectors.of(collection.record.card.model) : undefined;
}

function rankingsOf({ lanes }: NominateResult): Partial<Record<Lane, LaneRanking>> {
  const rankings: Partial<Record<Lane, LaneRanking>> = {};
  for (const [lane, result] of lanesIn(lanes)) if (result.status === 'searched') rankings[lane] = result.ranking;
  return rankings;
}

function lanesIn(lanes: NominateResult['lanes']): readonly (readonly [Lane, LaneResult])[] {
  return (['semantic', 'keyword', 'fuzzy'] as const).flatMap((lane) => {
    const result = lanes[lane];
    return result ? [[lane, result] as const] : [];
  });
}

function coverLanes(lanes: readonly Lane[], { lanes: results }: NominateResult, semantic: QueryVector | undefined): Nomination['lanes'] {
  return Object.fromEntries(
    lanes.map((lane) => {
      const result = results[lane];
      return [lane, result ? coverResult(result) : coverMissing(lane, semantic)];
    }),
  );
}

function coverResult(result: LaneResult): LaneCoverage {
  if (result.status === 'searched') return { status: 'searched', candidates: result.ranking.length, ms: roundMs(result.ms) };
  return { status: result.status, code: result.error.code, candidates: 0, ms: roundMs(result.ms) };
}

/** A lane the engine did not run, since the query gave it nothing to look for, or no vector. */
function coverMissing(lane: Lane, semantic: QueryVector | undefined): LaneCoverage {
  const failure = lane === 'semantic' && semantic && 'failure' in semantic ? semantic.failure : undefined;
  return { status: failure?.status ?? 'skipped', ...(failure ? { code: failure.code } : {}), candidates: 0, ms: 0 };
}

/** Why lanes were not searched: the first one's code, everybody's reason. */
function failureIn({ lanes }: NominateResult, semantic: QueryVector | undefined): Failure | undefined {
  const ofVector = semantic && 'failure' in semantic && semantic.failure.status !== 'skipped' ? semantic.failure : undefined;
  const failures = [
    ...(ofVector ? [{ ...ofVector, reason: `semantic: ${ofVector.reason}`, isOutage: false }] : []),
    ...lanesIn(lanes).flatMap(([lane, result]) =>
      result.status === 'searched'
        ? []
        : [{ status: result.status, code: result.error.code, reason: `${lane}: ${result.error.message}`, isOutage: false }],
    ),
  ];
  const [first] = failures;
  return first && { ...first, reason: [...new Set(failures.map(({ reason }) => reason))].join('; ') };
}
