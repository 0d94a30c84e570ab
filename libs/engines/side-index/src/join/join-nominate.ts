import type { CallOptions, Candidate, NominateResult } from '@tributary/engines-port';
import { hasCode, isAbort, retryable, toErrorRecord, type ErrorRecord } from '@tributary/kernel';
import { assemble } from './assemble.js';
import { describe } from './describe.js';
import { candidatesOf, type JoinContext, type Words } from './join-context.js';
import type { JoinRequest } from './points.js';
import { WordRanking } from './rank-words.js';

/** The semantic lane of one engine and the lexical lanes of the index as one nomination, every candidate with the signals of both. */
export async function joinNominate(context: JoinContext, request: JoinRequest, options: CallOptions): Promise<NominateResult> {
  const semanticOnly = { ...request, lanes: request.lanes.filter((lane) => lane === 'semantic'), terms: [], words: [] };
  const ranking = new WordRanking(context, request, options);
  const first = context.unready ? undefined : settle(context.lexical.nominate(ranking.firstRequest, options));
  const { near, outage } = await nearest(context, semanticOnly, options);
  const looking = outage?.isRefusal === true ? new WordRanking(context, withoutVector(request), options) : ranking;
  const words = await rankWords(context, { ranking: looking, first, near: near.candidates });
  // Where the words cannot make up for it, the engine is simply away.
  if (outage?.isRefusal === false && candidatesOf(words).length === 0) throw outage.error;
  const known = new Map([...near.candidates, ...candidatesOf(words)].map((candidate) => [candidate.id, candidate]));
  const described = await describe('error' in words ? { ...context, unready: words.error } : context, {
    request,
    candidates: [...known.values()],
    options,
    ...('ranked' in words ? { ranked: words.ranked } : {}),
  });
  return assemble({ request, near, words, described, mostLookedAt: context.mostLookedAt });
}

interface Nearest {
  readonly near: NominateResult;
  /** Why the engine did not search. */
  readonly outage?: {
    readonly error: unknown;
    /** True where it takes no vector of this model, but answers otherwise. */
    readonly isRefusal: boolean;
  };
}

/** What an engine says whose collection has other vectors than its card. */
const REFUSALS: ReadonlyMap<string, 'failed' | 'incompatible'> = new Map([
  ['ENGINE.REFUSED', 'failed'],
  ['ENGINE.DIMENSION_MISMATCH', 'incompatible'],
] as const);

/** The semantic lane, or that it failed: the words lie in another engine, and need the points only to be there. */
async function nearest({ proper, comparesVersions }: JoinContext, request: JoinRequest, options: CallOptions): Promise<Nearest> {
  const startedAt = performance.now();
  try {
    return { near: await proper.nominate(request, options) };
  } catch (error) {
    const record = toErrorRecord(error);
    // Of our own collections nobody else changes the vectors.
    const refused = !comparesVersions && request.lanes.includes('semantic') ? REFUSALS.get(record.code) : undefined;
    if (refused === undefined && (isAbort(error) || !record.retryable || record.category === 'internal')) throw error;
    const status = refused ?? (record.category === 'timeout' ? ('timed_out' as const) : ('failed' as const));
    const semantic = { status, error: record, ms: performance.now() - startedAt };
    const statistics = { points: 0, totalLength: 0, documentFrequency: [] };
    const near = { candidates: [], lanes: request.lanes.includes('semantic') ? { semantic } : {}, statistics };
    return { near, outage: { error, isRefusal: refused !== undefined } };
  }
}

function withoutVector({ vector: _refused, ...rest }: JoinRequest): JoinRequest {
  return rest;
}

type Settled = { readonly value: NominateResult } | { readonly reason: unknown };

/** Lets a call run beside another one without its failure going unheard. */
function settle(call: Promise<NominateResult>): Promise<Settled> {
  return call.then(
    (value) => ({ value }),
    (reason: unknown) => ({ reason }),
  );
}

async function rankWords(
  { unready, comparesVersions }: JoinContext,
  {
    ranking,
    first,
    near,
  }: { readonly ranking: WordRanking; readonly first: Promise<Settled> | undefined; readonly near: readonly Candidate[] },
): Promise<Words> {
  if (unready) return { error: unready, isStale: true };
  try {
    const settled = await first;
    if (!settled || 'reason' in settled) throw settled?.reason;
    const ranked = await ranking.run(near, settled.value);
    // Of our own collections the halves of a document that is being written are of different versions for a moment.
    if (!comparesVersions && (await ranking.isBehind())) return { error: behind(), isStale: true };
    return { ranked, ranking };
  } catch (error) {
    if (isAbort(error)) throw error;
    if (hasCode(error, 'COLLECTION.NOT_FOUND')) return { error: missing(), isStale: true };
    return { error: toErrorRecord(error), isStale: false };
  }
}

function behind(): ErrorRecord {
  return toErrorRecord(
    retryable(
      'SIDE_INDEX.BEHIND',
      'None of the points that have these words is there any more: its maker replaced them. Their words are read anew within minutes; adopting the collection again reads them at once.',
    ),
  );
}

function missing(): ErrorRecord {
  return toErrorRecord(
    retryable('SIDE_INDEX.MISSING', 'The words of this collection are not indexed; keyword and fuzzy search wait for that.'),
  );
}
