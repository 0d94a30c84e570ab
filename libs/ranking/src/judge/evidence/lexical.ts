import { BM25, frequencyOf, idf, lengthNorm, saturate } from '../../bm25/bm25.js';
import type { TermCounts } from './term-counts.js';

/** A query term as the judge weighs it. */
export interface JudgedTerm {
  /** How often the query says it; less for a stand-in and for a word that only asks; 0 for one that is only watched. */
  readonly weight: number;
  /** What it counts at most where several collections are judged as one, if they differ in it; left out: the same. */
  readonly placingWeight?: number;
  /** What it counts where texts are matched word by word; left out: 1. */
  readonly matchWeight?: number | undefined;
  /** The unknown word it stands in for; of several stand-ins of one word only the best counts towards the ideal. */
  readonly standsFor?: string;
  /** True for a word of letters, false for a pair of characters. */
  readonly isWord?: boolean;
  /** The word it was made of, unstemmed. */
  readonly word?: string;
  /** The word of the query, or the two, that it is another way to write: what says it gains by it, and nothing has to. */
  readonly variantOf?: readonly string[] | undefined;
  /** True of what the query calls one thing by, as codes, dates and versions are: what does not say it is hardly meant where others do. */
  readonly isCode?: boolean;
  /** The word of the query that it is a form of: the same holds, and together they tell what one of them tells. */
  readonly formOf?: string | undefined;
}

/** Occurrences of each query term in a chunk, and the chunk's length. */
export interface TermFeatures {
  readonly body: Uint8Array;
  readonly title: Uint8Array;
  readonly length: number;
}

/** A chunk, or several of one document together. */
export interface CountedText {
  /** Occurrences of each query term. */
  readonly body: ArrayLike<number>;
  readonly title: ArrayLike<number>;
  readonly length: number;
}

export interface LexicalContext {
  readonly terms: readonly JudgedTerm[];
  readonly counts: TermCounts;
}

/** What the terms of a query tell by certain counts, reckoned once for all that is scored by them. */
export interface LexicalScale extends LexicalContext {
  /** Of each term: its weight · idf. */
  readonly weights: readonly number[];
  /** The BM25 a chunk could at best reach: the sum of weight · idf · (k1 + 1) over the terms that occur anywhere. 0 when none does. */
  readonly ideal: number;
  /** How many terms of the query a document can say: those that occur anywhere; what is only watched is none, and the stand-ins of an unknown word are one. */
  readonly sayable: number;
}

export function lexicalScale(context: LexicalContext): LexicalScale {
  return { ...context, weights: weightsOf(context), ideal: idealScore(context), sayable: sayableTerms(context) };
}

/** BM25 of each chunk by the given counts, at least 0. */
export function bm25Scores(chunks: readonly TermFeatures[], context: LexicalContext): number[] {
  return chunkScores(chunks, { counts: context.counts, weights: weightsOf(context) });
}

/** The same by a scale. */
export function chunkScores(chunks: readonly CountedText[], { counts, weights }: Pick<LexicalScale, 'counts' | 'weights'>): number[] {
  return scoresBy(chunks, { weights, averageLength: counts.points > 0 ? counts.totalLength / counts.points : 0 });
}

/** BM25 of each text. @param weights of the terms @param averageLength tokens of such a text */
export function scoresBy(
  texts: readonly CountedText[],
  { weights, averageLength }: Pick<LexicalScale, 'weights'> & { readonly averageLength: number },
): number[] {
  return texts.map(({ body, title, length }) => {
    const norm = lengthNorm(length, averageLength);
    let sum = 0;
    for (let term = 0; term < weights.length; term++) {
      sum += (weights[term] ?? 0) * saturate(frequencyOf(body[term] ?? 0, title[term] ?? 0), norm);
    }
    return sum;
  });
}

function weightsOf({ terms, counts }: LexicalContext): number[] {
  return terms.map(({ weight }, term) => weight * idf(counts.points, counts.documentFrequency[term] ?? 0));
}

/** Share of what the words of a query weigh that lies in words which occur anywhere, 0 to 1. One that nobody knows weighs as much as one that occurs once; of the pairs
 *  of characters that stand for words of Han, Kana, Thai and Hangul unknown ones count nothing, since many lie across two words. 1 for a query without words. */
export function knownShare({ terms, counts, ideal }: LexicalScale): number {
  const best = idf(counts.points, 1);
  const unknown = terms.reduce((sum, term, at) => {
    const { isWord = false, standsFor, weight } = term;
    const isMissed = isWord && hasToBeSaid(term) && standsFor === undefined && (counts.documentFrequency[at] ?? 0) === 0;
    return isMissed ? sum + weight * best * (BM25.k1 + 1) : sum;
  }, 0);
  return unknown === 0 ? 1 : 1 - unknown / (unknown + ideal);
}

function sayableTerms({ terms, counts }: LexicalContext): number {
  const said = terms.filter((term, at) => hasToBeSaid(term) && term.weight > 0 && (counts.documentFrequency[at] ?? 0) > 0);
  const standIns = said.flatMap(({ standsFor }) => standsFor ?? []);
  return said.length - standIns.length + new Set(standIns).size;
}

function idealScore({ terms, counts }: LexicalContext): number {
  const bestStandIn = new Map<string, number>();
  let sum = 0;
  terms.forEach((term, at) => {
    const { weight, standsFor } = term;
    const frequency = counts.documentFrequency[at] ?? 0;
    if (frequency === 0 || !hasToBeSaid(term)) return;
    const best = weight * idf(counts.points, frequency) * (BM25.k1 + 1);
    if (standsFor === undefined) sum += best;
    else bestStandIn.set(standsFor, Math.max(best, bestStandIn.get(standsFor) ?? 0));
  });
  return [...bestStandIn.values()].reduce((total, best) => total + best, sum);
}

/** False for what a text gains by and need not say. */
export function hasToBeSaid({ variantOf, formOf }: JudgedTerm): boolean {
  return variantOf === undefined && formOf === undefined;
}
