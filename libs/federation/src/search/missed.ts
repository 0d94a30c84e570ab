import { asTheQueryWrites, askedAsOne, type AskedAsOne, type ContentDemands } from '@tributary/ranking';
import type { Nomination } from '../nominate/nominate-collection.js';
import { wasSearchedWhole } from '../nominate/was-searched.js';
import { quotedWords } from './quoted-words.js';

/** More are counted. */
const MOST_NAMED = 5;

/** What a query calls one thing by. Nobody says what the candidates do not say only where all collections answered, some passage was found, all that may say it were looked at, and no operator of the query kept passages out.
 *  @param cut collections of which not all that may say it were looked at */
export function askedIn(
  query: string,
  admissions: readonly { readonly nominated: Nomination; readonly admitted: Nomination }[],
  { demands: { phrases, excluded }, cut }: { readonly demands: ContentDemands; readonly cut: number },
): AskedAsOne {
  const asked = askedAsOne(query);
  const areAllRead = admissions.every(({ nominated, admitted }) => wasSearchedWhole(nominated) && admitted.answered);
  const isSomeFound = admissions.some(({ nominated }) => nominated.candidates.length > 0);
  const isTold = areAllRead && isSomeFound && cut === 0 && phrases.length === 0 && excluded.length === 0;
  return isTold ? asked : { ...asked, certain: [] };
}

/** Codes, dates and versions that nobody says, as the query writes them. */
export function missedNotes(query: string, missed: readonly string[]): readonly string[] {
  if (missed.length === 0) return [];
  const named = quotedWords(asTheQueryWrites(query, missed.slice(0, MOST_NAMED)));
  const others = missed.length - MOST_NAMED;
  return [others > 0 ? `No passage found says ${named}, or ${others.toString()} more like these.` : `No passage found says ${named}.`];
}
