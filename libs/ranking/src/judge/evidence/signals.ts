import type { Lane } from '@tributary/contracts';
import { AskedCodes, type SaidCodes } from './asked-codes.js';
import { BM25, idf } from '../../bm25/bm25.js';
import { coherence } from './coherence.js';
import { documentScores, groupByDocument, titleScores, type NominatedDocument } from './document-evidence.js';
import { Lessons } from './feedback.js';
import { greatest } from './greatest.js';
import { lazily } from '../lazily.js';
import { chunkScores, lexicalScale, type CountedText, type LexicalScale } from './lexical.js';
import type { JudgedCandidate } from '../judged-candidate.js';
import { withName, type NamedTerms } from './naming.js';
import type { TermCounts } from './term-counts.js';
import { tellingTerms } from '../weights/trust-in-words.js';

/** One lane's order: the best first. */
export type LaneRanking = readonly { readonly candidate: number; readonly score: number }[];

/** What one collection brings to the judge. */
export interface JudgedCollection<Candidate extends JudgedCandidate = JudgedCandidate> {
  readonly candidates: readonly Candidate[];
  readonly counts: TermCounts;
  /** True where the counts are those of the candidates alone, and nobody knows how many passages it has. */
  readonly isSampled?: boolean;
  readonly rankings: Partial<Record<Lane, LaneRanking>>;
  /** What it is called tells what its passages are about, whether or not they say it. */
  readonly named?: NamedTerms;
  /** Names the model of its vectors: those of one model can be compared. */
  readonly model: string;
  /** True when that is the common one. */
  readonly isCommonModel: boolean;
  /** The query by the common model, its words weighed by what they tell in this collection, when its own order is asked for; left out or undefined: nothing is learned
   *  from the best answers. */
  readonly focus?: () => Float32Array | undefined;
}

/** What speaks for one candidate. `own` is by its collection's statistics and model, `common` by those shared by all. */
export interface Signals {
  /** BM25 as a share of the best the query could reach, 0 to 1. */
  readonly lexical: { readonly own: number; readonly common: number };
  /** Cosine times the weight of its model. */
  readonly semantic: { readonly own: number; readonly common: number };
  /** Cosine by the collection's own model, by the common one where it has none. */
  readonly similarity: number;
  readonly commonSimilarity: number;
  /** The fuzzy lane's score as a share of what an exact match of every word could reach; 0 when the lane did not nominate it. */
  readonly fuzzy: number;
  readonly codes: SaidCodes;
}

/** How much a cosine counts beside the lexical share: of the static model, and of transformer models, whose cosines lie closer together. */
const COSINE_WEIGHT = { common: 1, other: 1.5 } as const;

export interface SignalContext {
  /** Words the fuzzy lane looked for. */
  readonly fuzzyWords: number;
  /** The terms of the query by the counts of all collections together. */
  readonly pooled: LexicalScale;
  /** How far the common model knows the words of the query, 0 to 1. */
  readonly sense: number;
}

/** The terms of the query by the counts of one collection, and of all. */
interface Scales {
  readonly own: LexicalScale;
  readonly pooled: LexicalScale;
}

/** A document, and how far it counts as a whole. */
interface CoherentDocument extends NominatedDocument {
  /** `coherence` of the documents of its collection. */
  readonly coherence: number;
}

/** What the nominated chunks of one document say, as shares of the best the query could reach: together as far as it is coherent, its best one for the rest. */
interface DocumentSignals extends CoherentDocument {
  readonly lexical: Signals['lexical'];
  readonly titleShare: number;
}

export interface CollectionSignals {
  /** In the order of the candidates. */
  readonly signals: readonly Signals[];
  readonly documents: readonly DocumentSignals[];
  /** Of each candidate, by the common model. */
  readonly vectors: readonly (Float32Array | undefined)[];
  /** Undefined where nothing is learned from the best answers. */
  readonly lessons: () => Lessons | undefined;
  readonly isCommonModel: boolean;
  /** How far the common model knows the words of the query, 0 to 1: so far its vectors tell something. */
  readonly sense: number;
  /** The same of the collection's own model. */
  readonly trust: number;
  /** `tellingTerms` of the query. */
  readonly terms: number;
}

/** The signals of every candidate of a collection and of their documents. */
export function signalsOf(collection: JudgedCollection, context: SignalContext): CollectionSignals {
  const scales = scalesOf(collection, context);
  const signals = chunkSignals(collection, { ...scales, fuzzyWords: context.fuzzyWords });
  const nominated = groupByDocument(collection.candidates, scales.own.weights.length);
  const ofAll = coherence(nominated, collection.candidates);
  const documents = documentSignals(
    nominated.map((document) => ({ ...document, coherence: ofAll })),
    { ...scales, signals, named: collection.named },
  );
  return collectionSignals(collection, { signals, documents, ...knownOf(collection, context) });
}

/** What is known of the query. Of another model than the common one nobody knows what it knows. */
function knownOf(
  { isCommonModel }: JudgedCollection,
  { pooled, sense }: SignalContext,
): Pick<CollectionSignals, 'terms' | 'sense' | 'trust'> {
  const trust = isCommonModel ? sense : 1;
  return { terms: tellingTerms(pooled.sayable, trust), sense, trust };
}

/** One scale where there is one collection. */
function scalesOf({ counts }: JudgedCollection, { pooled }: SignalContext): Scales {
  return { own: counts === pooled.counts ? pooled : lexicalScale({ terms: pooled.terms, counts }), pooled };
}

/** The signals of the candidates of several collections as if those were one, `joined`. What passages say by the counts of all was reckoned with the `parts` by then. */
export function signalsOfJoined(joined: JudgedCollection, parts: readonly CollectionSignals[], context: SignalContext): CollectionSignals {
  const fuzzy = fuzzyShares(joined, context.fuzzyWords);
  const signals = parts
    .flatMap((part) => part.signals)
    .map((one, at) => ({ ...one, lexical: { own: one.lexical.common, common: one.lexical.common }, fuzzy: fuzzy[at] ?? 0 }));
  let from = 0;
  const documents = parts.flatMap((part) => {
    const start = from;
    from += part.signals.length;
    return part.documents.map((document) => ({ ...document, chunks: document.chunks.map((at) => start + at) }));
  });
  return collectionSignals(joined, {
    signals,
    documents: documentSignals(documents, { ...scalesOf(joined, context), signals, named: undefined }),
    ...knownOf(joined, context),
  });
}

function collectionSignals(
  { candidates, focus, isCommonModel }: JudgedCollection,
  reckoned: Pick<CollectionSignals, 'signals' | 'documents' | 'terms' | 'sense' | 'trust'>,
): CollectionSignals {
  const vectors = candidates.map(({ commonVector }) => commonVector);
  const lessons = lazily(() => {
    const query = focus?.();
    return query && new Lessons({ query, vectors });
  });
  return { ...reckoned, vectors, lessons, isCommonModel };
}

function chunkSignals(collection: JudgedCollection, { fuzzyWords, ...scales }: Scales & Pick<SignalContext, 'fuzzyWords'>): Signals[] {
  const { candidates, isCommonModel } = collection;
  const own = lexicalShares(candidates, scales.own);
  const common = scales.own === scales.pooled ? own : lexicalShares(withName<CountedText>(candidates, collection.named), scales.pooled);
  const fuzzy = fuzzyShares(collection, fuzzyWords);
  const codes = new AskedCodes(scales.pooled);
  return candidates.map((candidate, at) => {
    const { similarity, commonSimilarity = 0 } = candidate;
    const byCommon = COSINE_WEIGHT.common * commonSimilarity;
    const byOwn = similarity === undefined ? byCommon : similarity * (isCommonModel ? COSINE_WEIGHT.common : COSINE_WEIGHT.other);
    return {
      lexical: { own: own[at] ?? 0, common: common[at] ?? 0 },
      semantic: { own: byOwn, common: byCommon },
      similarity: similarity ?? commonSimilarity,
      commonSimilarity,
      fuzzy: fuzzy[at] ?? 0,
      codes: codes.saidBy(candidate),
    };
  });
}

interface DocumentContext extends Scales {
  /** Of each candidate. */
  readonly signals: readonly Pick<Signals, 'lexical'>[];
  readonly named: NamedTerms;
}

/** Among those of other collections the title path of each begins with the name of its own. */
function documentSignals(documents: readonly CoherentDocument[], { own, pooled, signals, named }: DocumentContext): DocumentSignals[] {
  const amongOthers = withName(documents, named);
  const ownScores = documentScores(documents, own);
  const pooledScores = own === pooled ? ownScores : documentScores(amongOthers, pooled);
  const titles = titleScores(documents, own);
  return amongOthers.map((document, at) => {
    const { chunks, coherence } = document;
    const together = (whole: number, of: keyof Signals['lexical']) =>
      coherence === 1 ? whole : coherence * whole + (1 - coherence) * greatest(chunks, (chunk) => signals[chunk]?.lexical[of]);
    return {
      ...document,
      lexical: {
        own: together(shareOf(ownScores[at], own.ideal), 'own'),
        common: together(shareOf(pooledScores[at], pooled.ideal), 'common'),
      },
      titleShare: shareOf(titles[at], own.ideal),
    };
  });
}

function shareOf(score: number | undefined, ideal: number): number {
  return ideal > 0 ? (score ?? 0) / ideal : 0;
}

function lexicalShares(candidates: readonly CountedText[], scale: LexicalScale): number[] {
  return chunkScores(candidates, scale).map((score) => shareOf(score, scale.ideal));
}

/** The lane's scores are BM25 over similar words, so a word found once in one point is the best that each could bring. */
function fuzzyShares({ candidates, counts, rankings }: JudgedCollection, words: number): number[] {
  const shares = new Array<number>(candidates.length).fill(0);
  const ideal = words * idf(counts.points, 1) * (BM25.k1 + 1);
  if (ideal > 0) for (const { candidate, score } of rankings.fuzzy ?? []) shares[candidate] = score / ideal;
  return shares;
}
