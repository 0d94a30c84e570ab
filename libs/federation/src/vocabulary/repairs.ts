import {
  beginningsFor,
  chooseStandIns,
  poolCounts,
  repairQuery,
  unknownWords,
  type ParsedQuery,
  type RepairedQuery,
} from '@tributary/ranking';
import type { WordModel } from '@tributary/embedding-port';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { SearchDeadlines } from '../plan/deadlines.js';
import { askVocabularies } from './ask-vocabularies.js';

interface RepairOptions {
  /** The words of the common model; left out where it has none. */
  readonly words?: WordModel | undefined;
  readonly deadlines: SearchDeadlines;
  readonly signal: AbortSignal | undefined;
}

/** Finds stand-ins for the words that no searched collection contains, and that are none to the common model: what that has as a whole is a word, if one nobody wrote here. Undefined when nothing is to be repaired, or no time is left for it. */
export async function findRepairs(
  query: ParsedQuery,
  nominations: readonly Nomination[],
  options: RepairOptions,
): Promise<RepairedQuery | undefined> {
  const answered = nominations.filter((nomination) => nomination.answered);
  const nowhere = unknownWords(query, poolCounts(answered.map(({ counts }) => counts)).documentFrequency);
  const unknown = nowhere.filter((word) => options.words?.knows(word) !== true);
  if (unknown.length === 0 || answered.length === 0 || options.deadlines.lanes.hasPassed) return undefined;
  const asked = answered.map(({ collection }) => collection);
  const time = { deadline: options.deadlines.lanes, signal: options.signal };
  const beginnings = unknown.map(beginningsFor);
  const [alike, beginning] = await Promise.all([
    askVocabularies(asked, time, (collection, limit) => collection.suggestWords(unknown, limit)),
    askVocabularies(asked, time, (collection, limit) => collection.wordsBeginning(beginnings.flat(), limit)),
  ]);
  const repairs = unknown.map((word, at) => {
    const from = beginnings.slice(0, at).flat().length;
    const to = from + (beginnings[at]?.length ?? 0);
    const suggested = {
      alike: alike.map((ofCollection) => ofCollection[at] ?? []),
      beginning: beginning.map((ofCollection) => ofCollection.slice(from, to).flat()),
    };
    return { word, standIns: chooseStandIns(word, suggested) };
  });
  const repaired = repairQuery(query, repairs);
  return repaired.repaired.length > 0 ? repaired : undefined;
}

/** Sentences about what was looked for instead. A stand-in that occurs in no passage the caller may see is not named. Who is one of many and may see only some of the rows is
 *  told none: that a word is in no collection, and its absence of one that is, says what the others hold. */
export function repairNotes({ repaired, terms }: RepairedQuery, nominations: readonly Nomination[]): readonly string[] {
  if (nominations.some(({ collection }) => collection.hidesWords)) return [];
  const seesAll = nominations.every(({ collection }) => !collection.isFiltered);
  const seen = new Set(terms.filter((_, at) => nominations.some(({ candidates }) => candidates.some(occurs(at)))).map(({ word }) => word));
  return repaired.flatMap(({ word, standIns }) => {
    const found = standIns.filter((standIn) => seen.has(standIn)).map((standIn) => `"${standIn}"`);
    if (found.length === 0) return [];
    const where = seesAll ? 'No searched collection' : 'Nothing found';
    return [`${where} contains "${word}": looked for ${found.join(', ')} instead.`];
  });
}

function occurs(term: number) {
  return ({ body, title }: { readonly body: Uint8Array; readonly title: Uint8Array }) => (body[term] ?? 0) + (title[term] ?? 0) > 0;
}
