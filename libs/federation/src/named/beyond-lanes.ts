import type { Candidate, StoredPoint } from '@tributary/engines-port';
import type { Deadline } from '@tributary/kernel';
import { says } from '../conditions/says.js';
import type { Nomination, NominationRequest } from '../nominate/nominate-collection.js';
import { unlessLate } from '../nominate/unless-late.js';

/** Passages with the words of a name that the keyword lane is asked for, in all collections together and of one. */
const LOOKED_AT = 8000;
const MOST_OF_ONE = 1000;
/** Of these so many are read. */
const READ = 1000;
/** So many times what its lanes took has to be left: it is asked twice more, and texts are read. */
const LEAST_ROUNDS = 4;

export interface SoughtBeyond {
  /** All of which a passage must say. */
  readonly terms: readonly number[];
  /** One passage of each document whose title path says them, instead of all passages. */
  readonly isFile: boolean;
  /** So many of them are read; left out: 1,000. */
  readonly most?: number;
  readonly deadline: Deadline;
}

interface Found {
  readonly nomination: Nomination;
  readonly candidate: Candidate;
  /** How often the title path says the terms. */
  readonly inTitle: number;
}

/** Passages that say words, whether they are among the best of a lane or not, of collections that we made. Those are read whose title paths say them most often, as those of what is called so do, and of each document
 *  the first of them. What a collection does not say in time is left out. */
export async function passagesSaying(
  nominations: readonly Nomination[],
  request: NominationRequest,
  sought: SoughtBeyond,
): Promise<ReadonlyMap<Nomination, readonly StoredPoint[]>> {
  const open = nominations.filter((one) => mayHave(one, request, sought.terms));
  const limit = Math.min(MOST_OF_ONE, Math.floor(LOOKED_AT / Math.max(1, open.length)));
  const found = (await Promise.all(open.map((nomination) => askFor(nomination, request, { ...sought, limit })))).flat();
  const limits = { deadline: sought.deadline, signal: request.signal };
  const wanted = Map.groupBy(inOrder(found).slice(0, sought.most ?? READ), ({ nomination }) => nomination);
  return new Map(
    await Promise.all(
      [...wanted].map(async ([nomination, some]) => {
        const ids = some.map(({ candidate }) => candidate.id);
        return [nomination, await unlessLate(limits, (signal) => nomination.collection.readHits(ids, signal), [])] as const;
      }),
    ),
  );
}

/** Whether there are such passages, as far as the lanes have counted them. */
function mayHave(
  { answered, collection, counts, ms }: Nomination,
  { query, lanes, deadlines }: NominationRequest,
  terms: readonly number[],
): boolean {
  if (!answered || collection.isForeign || terms.length === 0 || !lanes.includes('keyword')) return false;
  const isThere = (id: number) => counts.documentFrequency[query.terms.findIndex((term) => term.id === id)] !== 0;
  return terms.every(isThere) && deadlines.contents.remainingMs >= LEAST_ROUNDS * ms;
}

async function askFor(
  nomination: Nomination,
  { signal: calledOff }: NominationRequest,
  { terms, isFile, limit, deadline }: SoughtBeyond & { readonly limit: number },
): Promise<readonly Found[]> {
  const asked = { lanes: ['keyword'] as const, limit, terms: terms.map((id) => ({ id, weight: 1 })) };
  const nominate = async (signal: AbortSignal) => (await nomination.collection.nominate(asked, signal)).candidates;
  const candidates = await unlessLate({ deadline, signal: calledOff }, nominate, []);
  const found = candidates
    .filter((candidate) => terms.every((_, at) => says(candidate, at)))
    .map((candidate) => ({ nomination, candidate, inTitle: Math.min(...terms.map((_, at) => candidate.title[at] ?? 0)) }));
  if (!isFile) return found;
  return [...new Map(found.filter(({ inTitle }) => inTitle > 0).map((one) => [one.candidate.docId, one])).values()];
}

/** First what says it most often in its title path, of each document the first passage, then the second ones. */
function inOrder(found: readonly Found[]): readonly Found[] {
  const alike = Map.groupBy(found, ({ candidate, inTitle }) => `${candidate.docId} ${inTitle.toString()}`);
  const placed = [...alike.values()].flatMap((some) =>
    some.toSorted((a, b) => a.candidate.chunkIndex - b.candidate.chunkIndex).map((one, place) => ({ one, place })),
  );
  return placed.sort((a, b) => b.one.inTitle - a.one.inTitle || a.place - b.place).map(({ one }) => one);
}
