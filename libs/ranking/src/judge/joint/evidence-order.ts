import { breadth } from '../evidence/breadth.js';
import type { Told } from '../close-look.js';
import { bestChunk, greatest } from '../evidence/greatest.js';
import type { LaneWeights } from '../weights/lane-weights.js';
import { learnedSimilarities } from '../evidence/learned-similarities.js';
import { levelsOf } from '../level/level.js';
import { neighbourScores, type ScoredDocument } from '../evidence/neighbours.js';
import type { OwnOrder } from '../level/own-order.js';
import { CHUNK_STEEPNESS, CODES, VERBATIM, type OwnOrderWeights } from '../weights/parameters.js';
import type { CollectionSignals } from '../evidence/signals.js';
import { trustInWords } from '../weights/trust-in-words.js';

/** What is known of one document of a collection. */
export interface DocumentEvidence {
  /** BM25 of the document, and of its title path, as shares of the best the query could reach. */
  readonly words: number;
  readonly title: number;
  /** Best cosine of its chunks with the query, and with the query moved towards its best answers. */
  readonly similarity: number;
  readonly feedback: number;
  /** What its chunks say together beyond the most similar one, as a cosine; 0 in collections of other models, for which it was not measured. */
  readonly breadth: number;
  /** How well it says the words of the query or others like them. */
  readonly wordMatch: number;
  readonly fuzzy: number;
  /** What the passage has of the query word for word that has most of it, 0 to 1. */
  readonly verbatim: number;
  /** By how much it stands behind what all of this says. */
  readonly setBack: number;
}

/** What counts how much. */
interface Weighing {
  readonly weights: LaneWeights;
  readonly order: OwnOrderWeights;
  /** `tellingTerms` of the query. */
  readonly terms: number;
}

/** The order by all evidence: documents by what all their nominated chunks say together, and the chunks of one document by what each says itself. */
export function evidenceOrder(
  collection: CollectionSignals,
  { matches, vectors, setBacks, verbatim }: Told,
  { weights, order }: Pick<Weighing, 'weights' | 'order'>,
): OwnOrder {
  const { signals, documents, lessons, terms, trust } = collection;
  const weighing = { weights, order, terms };
  const feedback = learnedSimilarities(collection, levelsOf(collection, { matches, verbatim }, weights)).map(
    (similarity) => trust * similarity,
  );
  const evidence = evidenceOf(collection, feedback, { matches, setBacks, verbatim });
  const chunkScores = scoresOfChunks(signals, { feedback, verbatim }, { ...weighing, trust, height: heightOf(evidence, weighing) });
  const chunkScoreOf = (chunk: number) => chunkScores[chunk] ?? 0;
  const best = documents.map(({ chunks }) => bestChunk(chunks, chunkScoreOf));
  const alone = scoresAlone(evidence, weighing);
  // Of another model the passage that was read is known by its vector, which need not be the best by now.
  const vectorOf = (at: number) =>
    vectors[best[at] ?? 0] ?? documents[at]?.chunks.map((chunk) => vectors[chunk]).find((vector) => vector !== undefined);
  const listening = lessons() === undefined ? alone : neighbourScores(alone.map((score, at) => ({ score, vector: vectorOf(at) })));
  // What vectors do not tell about is not drawn by them.
  const neighbours = listening.map((score, at) => trust * score + (1 - trust) * (alone[at] ?? 0));
  const scores = [...chunkScores];
  documents.forEach(({ chunks }, at) => {
    // What is like a passage with the code of a query says another one as often.
    const codes = CODES.order * greatest(chunks, (chunk) => signals[chunk]?.codes.said);
    const score = drawn(alone[at] ?? 0, neighbours[at] ?? 0, order) + weights.keyword * codes;
    const highest = chunkScoreOf(best[at] ?? 0);
    for (const chunk of chunks) scores[chunk] = score - CHUNK_STEEPNESS * (highest - chunkScoreOf(chunk));
  });
  const explain = (candidate: number) => {
    const at = documents.findIndex(({ chunks }) => chunks.includes(candidate));
    return {
      query_terms: terms,
      coherence: documents[at]?.coherence ?? 1,
      ...named(evidence[at]),
      neighbours: neighbours[at] ?? 0,
      own: scores[candidate] ?? 0,
    };
  };
  return { scores, evidence: explain };
}

function evidenceOf(
  { signals, documents, isCommonModel, trust }: CollectionSignals,
  feedback: readonly number[],
  { matches, setBacks, verbatim }: Pick<Told, 'matches' | 'setBacks' | 'verbatim'>,
): readonly DocumentEvidence[] {
  const similarityOf = (chunk: number) => signals[chunk]?.similarity;
  const feedbackOf = (chunk: number) => feedback[chunk];
  const fuzzyOf = (chunk: number) => signals[chunk]?.fuzzy;
  return documents.map(({ chunks, lexical, titleShare }, at) => ({
    words: lexical.own,
    title: titleShare,
    similarity: trust * greatest(chunks, similarityOf),
    feedback: greatest(chunks, feedbackOf),
    breadth: isCommonModel ? trust * breadth(chunks.map((chunk) => signals[chunk]?.similarity ?? 0)) : 0,
    wordMatch: matches[at] ?? 0,
    fuzzy: greatest(chunks, fuzzyOf),
    verbatim: greatest(chunks, (chunk) => verbatim[chunk]),
    setBack: setBacks[at] ?? 0,
  }));
}

/** Evidence as an explanation names it. */
function named(evidence: DocumentEvidence | undefined): Readonly<Record<string, number>> {
  if (evidence === undefined) return {};
  const { words, title, similarity, feedback, breadth, wordMatch, verbatim, setBack } = evidence;
  return {
    document: words,
    title,
    similarity,
    feedback,
    breadth,
    word_match: wordMatch,
    ...(verbatim === 0 ? {} : { verbatim }),
    ...(setBack === 0 ? {} : { set_back: setBack }),
  };
}

/** The score of each document by its own evidence. */
export function scoresAlone(documents: readonly DocumentEvidence[], weighing: Weighing): readonly number[] {
  const { weights, order } = weighing;
  const height = heightOf(documents, weighing);
  return documents.map(({ words, title, similarity, feedback, breadth, wordMatch, fuzzy, verbatim, setBack }) => {
    const sense = order.similarity * similarity + order.feedback * feedback + breadth + order.wordMatch * wordMatch;
    return (
      weights.keyword * ((words + order.title * title) / height + VERBATIM * verbatim) +
      weights.semantic * sense +
      weights.fuzzy * fuzzy -
      setBack
    );
  });
}

/** The scores of documents drawn towards those of their neighbours. */
export function drawnTogether(documents: readonly ScoredDocument[], order: Pick<OwnOrderWeights, 'neighbours'>): readonly number[] {
  const neighbours = neighbourScores(documents);
  return documents.map(({ score }, at) => drawn(score, neighbours[at] ?? score, order));
}

function drawn(score: number, neighbours: number, order: Pick<OwnOrderWeights, 'neighbours'>): number {
  return score + order.neighbours * (neighbours - score);
}

function scoresOfChunks(
  signals: CollectionSignals['signals'],
  { feedback, verbatim }: { readonly feedback: readonly number[]; readonly verbatim: readonly number[] },
  { weights, order, height, trust }: Weighing & { readonly height: number; readonly trust: number },
): readonly number[] {
  return signals.map(({ lexical, similarity, fuzzy, codes }, at) => {
    const sense = order.similarity * trust * similarity + order.feedback * (feedback[at] ?? 0);
    const words = lexical.own / height + VERBATIM * (verbatim[at] ?? 0) + CODES.order * codes.said;
    return weights.keyword * words + weights.semantic * sense + weights.fuzzy * fuzzy;
  });
}

/** What the words of documents are measured by. */
function heightOf(documents: readonly Pick<DocumentEvidence, 'words'>[], { order, terms }: Omit<Weighing, 'weights'>): number {
  const best = documents.reduce((highest, { words }) => Math.max(highest, words), 1e-6);
  return best ** order.gamma / trustInWords(terms, order);
}
