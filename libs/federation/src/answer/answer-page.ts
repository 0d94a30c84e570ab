import type { SearchHit } from '@tributary/contracts';
import { countTokens } from '@tributary/kernel';
import { chooseWithinBudget, cutAround } from '@tributary/ranking';
import type { ListPlace } from '../cursor/cursor-text.js';
import type { Failure } from '../nominate/failure.js';
import type { RefinedHit } from '../refine/refined-hit.js';
import { placeOf } from './chunk-place.js';
import { contextOf, type HitContext } from './context.js';
import type { PageRequest } from './page-request.js';
import { readAlsoIn } from './read-also-in.js';
import { readHits, type ReadHit } from './read-hits.js';
import { toHit } from './to-hit.js';

/** What one hit costs at most where the request sets no budget: a whole document may be of any size. */
const LARGEST_HIT_TOKENS = 20_000;

/** One page of a ranked list. */
export interface AnswerPage {
  readonly hits: readonly SearchHit[];
  /** Where the list goes on. */
  readonly next: ListPlace;
  /** True when nothing is left of the list. */
  readonly isLast: boolean;
  readonly notes: readonly string[];
  /** Collections that did not hand out their passages, by name. */
  readonly lost: ReadonlyMap<string, Failure>;
}

/** Reads and dresses the hits of one page, as many as fit into the budget. */
export async function answerPage(list: readonly RefinedHit[], page: PageRequest): Promise<AnswerPage> {
  const { hits: read, next, gone, isCutShort, lost } = await readHits(list, page);
  const hits = await dressHits(read, page);
  const { packed, rest, cut } = pack(hits, page.tokenBudget);
  const notes = [
    gone > 0 && `${count(gone, 'passage')} of the list ${gone === 1 ? 'is' : 'are'} gone.`,
    isCutShort && 'The time was over before the page was full: the cursor goes on with the rest.',
    ...reductionNotes(packed),
    ...replacementNotes(packed),
    rest.length > 0 && `${count(rest.length, 'further hit')} did not fit into the token budget: the cursor goes on with them.`,
    ...cutNotes(cut, page.tokenBudget),
  ].filter((note) => note !== false);
  const leftOut = [...next.leftOut, ...rest.map(({ hit }) => hit.at)].sort((a, b) => a - b);
  const isLast = leftOut.length === 0 && next.offset >= list.length;
  return { hits: packed.map(({ hit, ...dress }) => toHit(hit, dress)), next: { ...next, leftOut }, isLast, notes, lost };
}

interface DressedHit extends HitContext {
  readonly hit: ReadHit;
  readonly alsoIn: readonly string[];
}

async function dressHits(hits: readonly ReadHit[], page: PageRequest): Promise<readonly DressedHit[]> {
  const inContext = async (hit: ReadHit) => ({ hit, ...(await contextOf(hit, page)) });
  const [dressed, alsoIn] = await Promise.all([Promise.all(hits.map(inContext)), readAlsoIn(hits, page)]);
  return dressed.map((one) => ({ ...one, alsoIn: alsoIn.get(one.hit) ?? [] }));
}

function reductionNotes(hits: readonly DressedHit[]): readonly string[] {
  const byReason = Map.groupBy(hits, ({ reducedBy }) => reducedBy);
  return [...byReason].flatMap(([why, { length }]) =>
    why === undefined ? [] : [`${count(length, 'passage')} shown without surroundings: ${why}.`],
  );
}

/** Their documents were replaced after the list was made, and nobody has judged what they say now. */
function replacementNotes(hits: readonly DressedHit[]): readonly string[] {
  const { length } = hits.filter(({ hit: { hit, point } }) => placeOf(point).docVersion > (hit.listed.version ?? Infinity));
  if (length === 0) return [];
  return [`${count(length, 'passage')} shown from a newer version of the document: place and relevance are those of the one before.`];
}

function cutNotes(cut: number, budget: number | undefined): readonly string[] {
  if (cut === 0) return [];
  if (budget !== undefined) return ['The first hit alone is larger than the token budget and was cut: fetch its uri for the rest.'];
  const limit = LARGEST_HIT_TOKENS.toLocaleString('en');
  return [
    `${count(cut, 'hit')} of more than ${limit} tokens ${cut === 1 ? 'was' : 'were'} cut: fetch ${cut === 1 ? 'its uri' : 'their uris'} for the rest.`,
  ];
}

interface Packed {
  readonly packed: readonly DressedHit[];
  /** Hits that found no room. */
  readonly rest: readonly DressedHit[];
  /** How many hits are not shown whole. */
  readonly cut: number;
}

/** Whole hits in their order, those that say most per token; only a first hit that is too large by itself is cut. */
function pack(hits: readonly DressedHit[], budget: number | undefined): Packed {
  const [first, ...others] = hits;
  if (budget === undefined) {
    const packed = hits.map((hit) => cutHit(hit, LARGEST_HIT_TOKENS));
    return { packed, rest: [], cut: packed.filter((hit, at) => hit !== hits[at]).length };
  }
  if (first === undefined) return { packed: [], rest: [], cut: 0 };
  const texts = hits.map(({ hit, content }) => ({ text: content, relevance: hit.hit.listed.relevance }));
  const chosen = new Set(chooseWithinBudget(texts, budget));
  if (chosen.size === 0) return { packed: [cutHit(first, budget)], rest: others, cut: 1 };
  return { packed: hits.filter((_, at) => chosen.has(at)), rest: hits.filter((_, at) => !chosen.has(at)), cut: 0 };
}

/** A hit that costs at most so many tokens, with its passage in what is left of its surroundings. */
function cutHit(hit: DressedHit, budget: number): DressedHit {
  const { content, match = { from: 0, to: 0 } } = hit;
  return countTokens(content) <= budget ? hit : { ...hit, content: cutAround(content, match, budget) };
}

function count(number: number, noun: string): string {
  return `${number.toString()} ${noun}${number === 1 ? '' : 's'}`;
}
