import type { SearchHit } from '@tributary/contracts';
import { countWithinBudget, cutToBudget } from '@tributary/ranking';
import type { Failure } from '../nominate/failure.js';
import type { RefinedHit } from '../refine/refined-hit.js';
import { contextOf, type HitContext } from './context.js';
import type { PageRequest } from './page-request.js';
import { readAlsoIn } from './read-also-in.js';
import { readHits, type ReadHit } from './read-hits.js';
import { toHit } from './to-hit.js';

const NOTHING = { content: '', alsoIn: [] } as const;

/** One page of a ranked list. */
export interface AnswerPage {
  readonly hits: readonly SearchHit[];
  /** Where the list goes on. */
  readonly next: number;
  readonly notes: readonly string[];
  /** Collections that did not hand out their passages, by name. */
  readonly lost: ReadonlyMap<string, Failure>;
}

/** Reads and dresses the hits of one page, as many as fit into the budget. */
export async function answerPage(list: readonly RefinedHit[], page: PageRequest): Promise<AnswerPage> {
  const { hits, next, gone, lost } = await readHits(list, page);
  const dressed = await Promise.all(hits.map((hit) => dressHit(hit, page)));
  const packed = pack(hits, dressed, page.tokenBudget);
  const reduced = dressed.slice(0, packed.hits.length).filter(({ isReduced }) => isReduced).length;
  const notes = [
    gone > 0 && `${count(gone, 'passage')} of the list ${gone === 1 ? 'is' : 'are'} gone.`,
    reduced > 0 && `${count(reduced, 'passage')} shown without surroundings: the document is being replaced (stale).`,
    packed.hits.length < hits.length &&
      `${count(hits.length - packed.hits.length, 'further hit')} did not fit into the token budget: the cursor goes on with them.`,
    packed.wasCut && 'The first hit alone is larger than the token budget and was cut: fetch its uri for the rest.',
  ].filter((note) => note !== false);
  return { hits: packed.hits, next: packed.leftOutAt ?? next, notes, lost };
}

interface DressedHit extends HitContext {
  readonly alsoIn: readonly string[];
}

async function dressHit(hit: ReadHit, page: PageRequest): Promise<DressedHit> {
  const [context, alsoIn] = await Promise.all([contextOf(hit, page), readAlsoIn(hit, page)]);
  return { ...context, alsoIn };
}

interface Packed {
  readonly hits: readonly SearchHit[];
  /** Place in the list of the first hit that did not fit. */
  readonly leftOutAt: number | undefined;
  readonly wasCut: boolean;
}

/** Whole hits by rank; only a first hit that is too large by itself is cut. */
function pack(hits: readonly ReadHit[], dressed: readonly DressedHit[], budget: number | undefined): Packed {
  const contents = dressed.map(({ content }) => content);
  const fitting = budget === undefined ? hits.length : countWithinBudget(contents, budget);
  const shown = hits.slice(0, fitting).map((hit, at) => toHit(hit, dressed[at] ?? NOTHING));
  const [first, second] = hits;
  const [dress = NOTHING] = dressed;
  if (budget === undefined || fitting > 0 || !first) return { hits: shown, leftOutAt: hits[fitting]?.at, wasCut: false };
  return { hits: [toHit(first, { ...dress, content: cutToBudget(dress.content, budget) })], leftOutAt: second?.at, wasCut: true };
}

function count(number: number, noun: string): string {
  return `${number.toString()} ${noun}${number === 1 ? '' : 's'}`;
}
