import { idf } from '../../bm25/bm25.js';
import { sum } from '../sum.js';
import { CODES } from '../weights/parameters.js';
import { hasToBeSaid, type JudgedTerm, type LexicalContext } from './lexical.js';
import type { TermCounts } from './term-counts.js';

/** What a code tells beside a word of the query that is as rare. */
const BESIDE_WORDS = 3;
/** What more passages say, of all and as a share of them, is a word like others: the name of a product in its handbook. */
const FEW = { passages: 10, share: 0.1 };

interface SaidTerms {
  readonly body: ArrayLike<number>;
  readonly title: ArrayLike<number>;
}

/** Shares of what a query tells. */
export interface SaidCodes {
  /** By the codes that a passage says. */
  readonly said: number;
  /** By those that it does not. */
  readonly missed: number;
}

interface AskedCode {
  /** Its place among the terms. */
  readonly at: number;
  /** What it tells; what nobody says as if one passage did. */
  readonly tells: number;
}

const NONE: SaidCodes = { said: 0, missed: 0 };

/** The codes, dates, versions and long numbers of a query (docs/adr/0202-codes-in-questions.md). What does not say them is hardly meant where others do, and where nobody does, nothing is. */
export class AskedCodes {
  readonly #asked: readonly AskedCode[];
  /** What they tell together with the words. */
  readonly #all: number;
  readonly #tellEnough: boolean;

  constructor({ terms, counts }: LexicalContext) {
    this.#asked = terms.flatMap((term, at) => (isAskedCode(term, counts, at) ? [{ at, tells: tellsOf(term, counts, at) }] : []));
    const isWord = (term: JudgedTerm, at: number) => hasToBeSaid(term) && !isAskedCode(term, counts, at);
    const words = sum(
      terms.map((term, at) => (isWord(term, at) ? term.weight * idf(counts.points, counts.documentFrequency[at] ?? 0) : 0)),
    );
    const codes = sum(this.#asked.map(({ tells }) => tells));
    this.#all = words + codes;
    this.#tellEnough = codes > 0 && codes >= CODES.leastShare * this.#all;
  }

  saidBy({ body, title }: SaidTerms): SaidCodes {
    if (!this.#tellEnough) return NONE;
    const isSaid = (at: number) => (body[at] ?? 0) + (title[at] ?? 0) > 0;
    const tells = (some: readonly AskedCode[]) => sum(some.map((one) => one.tells)) / this.#all;
    return { said: tells(this.#asked.filter(({ at }) => isSaid(at))), missed: tells(this.#asked.filter(({ at }) => !isSaid(at))) };
  }
}

/** What the codes of a query tell, which no model knows. */
export function codesTell({ terms, counts }: LexicalContext): number {
  return sum(terms.map((term, at) => (isAskedCode(term, counts, at) ? tellsOf(term, counts, at) : 0)));
}

/** The more passages say one the less it is the name of one thing. */
function tellsOf({ weight }: JudgedTerm, { points, documentFrequency }: TermCounts, at: number): number {
  const rarest = idf(points, 1);
  return rarest === 0 ? 0 : (BESIDE_WORDS * weight * idf(points, Math.max(1, documentFrequency[at] ?? 0)) ** 2) / rarest;
}

function isAskedCode({ isCode }: JudgedTerm, { points, documentFrequency }: TermCounts, at: number): boolean {
  return isCode === true && (documentFrequency[at] ?? 0) <= Math.max(FEW.passages, FEW.share * points);
}
