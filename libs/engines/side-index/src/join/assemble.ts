import type { Lane } from '@tributary/contracts';
import type { Candidate, LaneCandidate, LaneResult, NominateResult, TermStatistics } from '@tributary/engines-port';
import { permanent, toErrorRecord, type ErrorRecord } from '@tributary/kernel';
import type { Words } from './join-context.js';
import type { JoinRequest } from './points.js';

type RankedIds = readonly { readonly id: string; readonly score: number }[];
type Indexed = (ranking: RankedIds) => readonly LaneCandidate[];

interface Halves {
  readonly request: JoinRequest;
  readonly near: NominateResult;
  readonly words: Words;
  readonly mostLookedAt: number;
  /** The candidates that remain, complete. */
  readonly described: ReadonlyMap<string, Candidate>;
}

/** Puts the lanes of both halves together. */
export function assemble({ request, near, words, described, mostLookedAt }: Halves): NominateResult {
  const index = new Map<string, number>();
  const indexed: Indexed = (ranking) =>
    ranking
      .filter(({ id }) => described.has(id))
      .map(({ id, score }) => {
        const candidate = index.get(id) ?? index.size;
        index.set(id, candidate);
        return { candidate, score };
      });
  const lanes: Partial<Record<Lane, LaneResult>> = {};
  for (const lane of new Set(request.lanes)) {
    const result = lane === 'semantic' ? near.lanes.semantic : lexicalLane(words, lane, { ...request, mostLookedAt });
    if (result === undefined) continue;
    lanes[lane] = 'ids' in result ? { status: 'searched', ranking: indexed(result.ids), ms: result.ms } : renamed(result, near, indexed);
  }
  const candidates = [...index.keys()].flatMap((id) => described.get(id) ?? []);
  return { candidates, lanes, statistics: 'ranked' in words ? words.ranked.statistics : unknownStatistics(request) };
}

function renamed(result: LaneResult, { candidates }: NominateResult, indexed: Indexed): LaneResult {
  if (result.status !== 'searched') return result;
  const ranking = result.ranking.flatMap(({ candidate, score }) => {
    const id = candidates[candidate]?.id;
    return id === undefined ? [] : [{ id, score }];
  });
  return { ...result, ranking: indexed(ranking) };
}

/** A lexical lane by ids, why it cannot be had, or undefined where the query gives it nothing to look for. */
function lexicalLane(words: Words, lane: Lane, { terms, words: asked = [], mostLookedAt }: JoinRequest & Pick<Halves, 'mostLookedAt'>) {
  const hasInput = lane === 'keyword' ? terms.length > 0 : asked.length > 0;
  if (!hasInput) return undefined;
  if ('error' in words) return { status: words.isStale ? ('stale' as const) : ('failed' as const), error: words.error, ms: 0 };
  const found = words.ranked.lanes.get(lane);
  if (!found) return undefined;
  return found.isCut ? { status: 'failed' as const, error: tooCostly(mostLookedAt), ms: found.ms } : { ids: found.ranking, ms: found.ms };
}

function tooCostly(mostLookedAt: number): ErrorRecord {
  return toErrorRecord(
    permanent(
      'ENGINE.FILTER_TOO_COSTLY',
      `The filter fits hardly any of the ${mostLookedAt.toString()} best passages for these words, and over a thousand others: add rarer words or a narrower filter.`,
    ),
  );
}

function unknownStatistics({ terms }: JoinRequest): TermStatistics {
  return { points: 0, totalLength: 0, documentFrequency: terms.map(() => 0) };
}
