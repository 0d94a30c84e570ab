import type { CallOptions, Candidate, NominateResult } from '@tributary/engines-port';
import { hasCode, isAbort, retryable, toErrorRecord, type ErrorRecord } from '@tributary/kernel';
import { assemble } from './assemble.js';
import { describe } from './describe.js';
import { candidatesOf, type JoinContext, type Words } from './join-context.js';
import type { JoinRequest } from './points.js';
import { WordRanking } from './rank-words.js';

/** The semantic lane of one engine and the lexical lanes of the index as one nomination, every candidate with the signals of both. */
export async function joinNominate(context: JoinContext, request: JoinRequest, options: CallOptions): Promise<NominateResult> {
  const { proper } = context;
  const semanticOnly = { ...request, lanes: request.lanes.filter((lane) => lane === 'semantic'), terms: [], words: [] };
  const ranking = new WordRanking(context, request, options);
  const first = context.unready ? undefined : settle(context.lexical.nominate(ranking.firstRequest, options));
  const near = await proper.nominate(semanticOnly, options);
  const words = await rankWords(context, { ranking, first, near: near.candidates });
  const known = new Map([...near.candidates, ...candidatesOf(words)].map((candidate) => [candidate.id, candidate]));
  const described = await describe('error' in words ? { ...context, unready: words.error } : context, {
    request,
    candidates: [...known.values()],
    options,
    ...('ranked' in words ? { ranked: words.ranked } : {}),
  });
  return assemble({ request, near, words, described, mostLookedAt: context.mostLookedAt });
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
  { unready }: JoinContext,
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
    return { ranked: await ranking.run(near, settled.value), ranking };
  } catch (error) {
    if (isAbort(error)) throw error;
    if (hasCode(error, 'COLLECTION.NOT_FOUND')) return { error: missing(), isStale: true };
    return { error: toErrorRecord(error), isStale: false };
  }
}

function missing(): ErrorRecord {
  return toErrorRecord(
    retryable('SIDE_INDEX.MISSING', 'The words of this collection are not indexed; keyword and fuzzy search wait for that.'),
  );
}
