import type { Filter, SearchRequest } from '@tributary/contracts';
import { nominateCollection, type Nomination, type NominationRequest } from '../nominate/nominate-collection.js';
import { joinNominations } from '../nominate/join-nominations.js';
import { saysLess } from '../nominate/was-searched.js';
import { showable, shownWhole } from '../refine/showable.js';

/** Of the time until texts must be there: those of what is found are read after it. */
const SHARE_OF_CONTENTS = 0.5;
/** So many times what its lanes took has to be left: it is asked once more, and its texts are read. */
const LEAST_ROUNDS = 3;

/** What a collection named, and what of it meets the operators of the query. */
export interface Admission {
  readonly nominated: Nomination;
  readonly admitted: Nomination;
}

export interface PastExcluded {
  readonly admissions: readonly Admission[];
  /** Collections of which not every passage that may lack the words was looked at. */
  readonly cut: number;
}

interface Exclusion {
  /** Words that must not occur. */
  readonly excluded: readonly string[];
  /** How many passages are wanted, and how many of each document. */
  readonly asked: Pick<SearchRequest, 'limit' | 'context' | 'per_document'>;
  readonly admit: (nomination: Nomination) => Promise<Nomination>;
}

/** Where what a query excludes leaves less than is wanted of lists that were cut, the collection is asked once more for passages without these words: lanes know nothing of them, and name what has them as
 *  well. Documents of which as many passages were found as may be shown are left out of it. The engine's reading of a text is another than that of the operators, so texts are looked at as before, and what was found first stays. */
export async function lookPastExcluded(
  admissions: readonly Admission[],
  request: NominationRequest,
  exclusion: Exclusion,
): Promise<PastExcluded> {
  const { excluded, asked } = exclusion;
  const isEnough = (some: readonly Admission[]) =>
    showable(
      some.map(({ admitted }) => admitted),
      asked,
    ) >= asked.limit;
  if (excluded.length === 0 || isEnough(admissions)) return { admissions, cut: 0 };
  const looked = await Promise.all(
    admissions.map(async (one) => (isCutShort(one) ? lookAgain(one, request, exclusion) : { admission: one, isCut: false })),
  );
  const past = looked.map(({ admission }) => admission);
  return { admissions: past, cut: isEnough(past) ? 0 : looked.filter(({ isCut }) => isCut).length };
}

/** Whether a lane may have more, and what it named was not all admitted. */
function isCutShort({ nominated, admitted }: Admission): boolean {
  return admitted.answered && admitted.candidates.length < nominated.candidates.length && isFull(nominated);
}

function isFull({ rankings, limit }: Nomination): boolean {
  return Object.values(rankings).some(({ length }) => length >= limit);
}

async function lookAgain(
  admission: Admission,
  request: NominationRequest,
  { excluded, asked, admit }: Exclusion,
): Promise<{ readonly admission: Admission; readonly isCut: boolean }> {
  const { nominated, admitted: before } = admission;
  const { collection, ms } = nominated;
  const { contents } = request.deadlines;
  const kept = { admission, isCut: true };
  if (contents.remainingMs < LEAST_ROUNDS * ms) return kept;
  const { together: _, ...alone } = request;
  const deadlines = { ...request.deadlines, lanes: contents.share(SHARE_OF_CONTENTS) };
  const again = await nominateCollection(collection.narrowed(without(excluded, shownWhole(before, asked))), { ...alone, deadlines });
  if (!again.answered || saysLess(again, nominated)) return kept;
  const joined = joinNominations(nominated, again);
  const admitted = await admit(joined);
  return admitted.answered ? { admission: { nominated: joined, admitted }, isCut: isFull(again) } : kept;
}

function without(excluded: readonly string[], documents: readonly string[]): Filter {
  const words = excluded.map((text) => ({ key: 'content', match: { text } }));
  return { must_not: documents.length === 0 ? words : [...words, { key: 'doc_id', match: { any: [...documents] } }] };
}
