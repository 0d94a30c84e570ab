import { DOUBTFUL_BELOW } from '@tributary/ranking';
import type { AnswerPage } from '../answer/answer-page.js';
import type { Nomination } from '../nominate/nominate-collection.js';
import { wasSearched, wasSearchedWhole } from '../nominate/was-searched.js';
import type { SearchPlan } from '../plan/plan.js';
import type { Gathered } from './gather-candidates.js';
import { filterAdvice } from './filter-advice.js';
import { spanAdvice } from './span-advice.js';
import { quotedWords } from './quoted-words.js';
import type { Ranked } from './rank-candidates.js';

/** Hits of the list by which it is told that nothing answers, however few are shown (docs/ranking.md, "Nothing relevant"). */
const TOLD_BY = 10;

/** Word match of a passage that says every word of the query; sums of shares may miss 1 by rounding. */
const EVERY_WORD = 0.999;

/** Share of what a query tells from which it is about its codes. */
const MOSTLY_CODES = 0.4;

const NARROWED = 'No passage that the filter and the span of time admit was found: leave out filter, since and until to search everything.';

interface Answered {
  readonly plan: SearchPlan;
  readonly gathered: Gathered;
  readonly ranked: Ranked;
  readonly page: AnswerPage;
}

/** What speaks against the hits of a first page; where there are none, why: no answer is empty without a reason. */
export function doubtsAbout(answered: Answered): readonly string[] {
  const { hits } = answered.page;
  if (hits.length === 0) return whyEmpty(answered);
  const shown = Math.max(...hits.map(({ relevance }) => relevance));
  if (shown >= DOUBTFUL_BELOW) return [];
  if (answered.gathered.missed.length === 0 && saysWhatIsLookedFor(answered.ranked)) return [];
  const first = answered.ranked.list.slice(0, TOLD_BY).map(({ listed }) => listed.relevance);
  const best = Math.max(shown, ...first);
  if (best < DOUBTFUL_BELOW)
    return [[`Nothing found seems to answer this: the best relevance is ${best.toFixed(2)}.`, ...demanded(answered.gathered)].join(' ')];
  const place = (first.indexOf(best) + 1).toString();
  return [
    `What is shown hardly answers this, by a relevance of ${shown.toFixed(2)} at best, and place ${place} of the list has ${best.toFixed(2)}: go on with the cursor, or raise limit.`,
  ];
}

/** What is not quoted may answer. */
function demanded({ demands: { phrases } }: Gathered): readonly string[] {
  return phrases.length === 0
    ? []
    : [`Only passages that contain exactly ${quotedWords(phrases)} were looked for: leave out the quotation marks to look for the words.`];
}

/** Whoever looks for a word has found it where the first hit says it, and whoever asks about a code where it says this, however little that tells of an answer. */
function saysWhatIsLookedFor({ steps }: Ranked): boolean {
  const { word_match: words = 0, codes = 0, missed_codes: missed = 0 } = steps.listed[0]?.signals() ?? {};
  return words >= EVERY_WORD || (codes >= MOSTLY_CODES && missed === 0);
}

function whyEmpty({ plan, gathered, ranked, page }: Answered): readonly string[] {
  if (plan.targets.length === 0) return plan.unreadable.length === 0 ? [] : ['No collection could be searched: the coverage says why.'];
  if (!gathered.nominations.some(wasSearched)) return ['No collection could be searched: the coverage says why.'];
  if (ranked.list.length > 0) return page.notes.length > 0 ? [] : ['What was found could not be read: the coverage says why.'];
  if (ranked.judged.length > 0) return [belowRelevance(ranked, plan)];
  const why = countLookedAt(gathered) > 0 ? notAdmitted(gathered.demands) : whyNothing(gathered.nominations, plan);
  return wasUnreadable(gathered) ? [why, 'Some of what was found could not be read: the coverage says why.'] : [why];
}

function belowRelevance({ judged }: Ranked, { request }: SearchPlan): string {
  const best = Math.max(...judged.map(({ relevance }) => relevance));
  return `The best of ${judged.length.toString()} passages found has relevance ${best.toFixed(2)}, and min_relevance is ${request.min_relevance.toString()}: lower it to see them.`;
}

/** Passages were found, and the operators of the query kept all of them out. */
function notAdmitted({ phrases, excluded }: Gathered['demands']): string {
  if (phrases.length > 0 && excluded.length > 0)
    return `Every passage found lacks ${quotedWords(phrases)} or contains ${quotedWords(excluded)}: leave out the quotation marks or the hyphen to see them.`;
  if (phrases.length > 0) return lacking(phrases);
  if (excluded.length > 0) return `Every passage found contains ${quotedWords(excluded)}: leave out the hyphen to see them.`;
  return 'What was found is being replaced at this moment: search again.';
}

function lacking(phrases: readonly string[]): string {
  return `No passage found contains exactly ${quotedWords(phrases)}: leave out the quotation marks to look for the words.`;
}

/** No lane that was searched found a passage. */
function whyNothing(nominations: readonly Nomination[], plan: SearchPlan): string {
  const { request, query } = plan;
  const { filter, since, until, algorithm } = request;
  const searched = nominations.filter(wasSearched);
  const isNarrowed = [filter, since, until].some((part) => part !== undefined);
  const wordless = nothingToLookFor(searched, plan);
  if (wordless !== undefined) return wordless;
  // Of a sample nothing is known but what was found, which a filter may have emptied.
  if (searched.every(({ counts, isSampled }) => counts.points === 0 && !(isSampled && isNarrowed)))
    return 'What was searched is empty, or not indexed yet.';
  if (isNarrowed) {
    const isAdvised = !searched.some(({ collection }) => collection.isForeign);
    const advice = isAdvised ? [...spanAdvice({ since, until }), ...(filter === undefined ? [] : filterAdvice(filter))] : [];
    return [NARROWED, ...advice].join(' ');
  }
  if (query.phrases.length > 0) return lacking(query.phrases);
  if (algorithm === 'keyword') return 'No word of the query occurs in what was searched: look for other words, or by algorithm hybrid.';
  if (algorithm === 'fuzzy')
    return 'No word like those of the query occurs in what was searched; words of fewer than four letters are not compared: try algorithm hybrid.';
  const rest = nominations.every(wasSearchedWhole) ? '' : ': the coverage says what was not';
  return `Nothing like the query was found in what was searched${rest}.`;
}

/** What to say where the query gave no lane anything to look for; undefined where it did. */
export function nothingToLookFor(
  searched: readonly Nomination[],
  { request, query }: Pick<SearchPlan, 'request' | 'query'>,
): string | undefined {
  const lanes = searched.flatMap((one) => Object.values(one.lanes));
  if (lanes.some(({ status }) => status !== 'skipped')) return undefined;
  const { algorithm } = request;
  const hasTerms = query.terms.length > 0;
  if (algorithm === 'semantic' && hasTerms)
    return 'The models of what was searched know no word of the query: look for them as they are written, by algorithm hybrid or keyword.';
  if (algorithm === 'fuzzy' && hasTerms)
    return 'The query has no words that fuzzy compares letter by letter: look for them as they are written, by algorithm hybrid or keyword.';
  return algorithm === 'hybrid' || algorithm === 'semantic'
    ? 'The query has nothing to look for: ask in words.'
    : `The query has no words, and ${algorithm} looks for words: ask in words, or by algorithm semantic.`;
}

/** Whether a collection named passages whose texts could not be looked at. */
function wasUnreadable({ nominated, nominations }: Gathered): boolean {
  return nominated.some(({ answered, candidates }, at) => answered && candidates.length > 0 && nominations[at]?.answered === false);
}

/** Passages found in collections whose texts could be looked at. */
function countLookedAt({ nominated, nominations }: Gathered): number {
  return nominated.reduce((sum, { candidates }, at) => (nominations[at]?.answered === true ? sum + candidates.length : sum), 0);
}
