import type { Algorithm } from '@tributary/contracts';
import { bestFused, fuse } from '../fusion/fuse.js';
import { toldOf, type CloseLook, type Told } from './close-look.js';
import type { JudgedPart } from './joint/judged-group.js';
import { JudgedGroups } from './joint/judged-groups.js';
import { hasPoints } from './has-points.js';
import { isLane, laneWeights, type LaneWeights } from './weights/lane-weights.js';
import { lazily } from './lazily.js';
import { levelsOf, type LevelWeights } from './level/level.js';
import { meantShare } from '../repair/trust-in-repairs.js';
import { knownShare, lexicalScale, type JudgedTerm } from './evidence/lexical.js';
import { evidenceOrder } from './joint/evidence-order.js';
import { laneOrder, orderWithin, type OwnOrder } from './level/own-order.js';
import { countsWithName, saysName, type NamedTerms } from './evidence/naming.js';
import { LEVEL, MEANT, MEANT_WITHIN, OWN_ORDER } from './weights/parameters.js';
import { chanceLevels, relevance } from './level/relevance.js';
import { signalsOf, type CollectionSignals, type JudgedCollection, type Signals } from './evidence/signals.js';
import type { JudgedCandidate } from './judged-candidate.js';
import { poolCounts } from './evidence/term-counts.js';
import { tellingTerms, trustInWords } from './weights/trust-in-words.js';

export interface JudgeRequest<Candidate extends JudgedCandidate = JudgedCandidate> {
  readonly algorithm: Algorithm;
  readonly weights: LaneWeights;
  readonly terms: readonly JudgedTerm[];
  /** Words the fuzzy lane looked for. */
  readonly fuzzyWords: number;
  readonly collections: readonly JudgedCollection<Candidate>[];
  /** The query by the common model, its words weighed by what they tell in all collections together; left out or undefined: nothing is learned from the best answers of
   *  all. */
  readonly focus?: () => Float32Array | undefined;
  /** Of each collection whether the query calls it by a name that the common model does not know as a word; left out: none. */
  readonly meant?: readonly boolean[];
  /** How far the common model knows the words of the query, 0 to 1; left out: 1. */
  readonly sense?: number;
}

/** A candidate in its place. */
export interface JudgedHit<Candidate extends JudgedCandidate = JudgedCandidate> {
  /** Index into the collections. */
  readonly collection: number;
  readonly candidate: Candidate;
  /** What the one ranking is ordered by; comparable within one answer only. */
  readonly score: number;
  /** 0 to 1, comparable across queries, collections and algorithms; what a query writes as one, codes and dates, counts in it by `hybrid` alone (docs/adr/0202-codes-in-questions.md). */
  readonly relevance: number;
  /** Each signal by name, for the explanation; reckoned when it is asked for, which it is for few of many candidates. */
  readonly signals: () => Readonly<Record<string, number>>;
}

/** Relevance is a property of the terms of a query and a passage, whatever algorithm ordered them. */
const RELEVANCE_WEIGHTS = laneWeights('hybrid');

interface ToldSignals {
  readonly signals: CollectionSignals;
  readonly told: Told;
}

/** The case of one search: every signal of its candidates, reckoned once, from which they can be ranked as more becomes known. */
export class Judgement<Candidate extends JudgedCandidate> {
  /** Of the collections in the words of the query: 0 for parts of one corpus and for a single one, nearly 1 for others. */
  readonly heterogeneity: number;
  readonly #request: JudgeRequest<Candidate>;
  readonly #signals: readonly CollectionSignals[];
  readonly #groups: JudgedGroups;
  /** Share of the query's words that any of the collections knows. */
  readonly #known: number;
  /** Share of the query's words that is asked for as it was written, or likely so. */
  readonly #asMeant: number;
  /** `tellingTerms` of the query. */
  readonly #terms: number;
  readonly #sense: number;
  /** The level that chance reaches in each collection. */
  readonly #chance: readonly number[];

  constructor(request: JudgeRequest<Candidate>) {
    const { collections, terms, fuzzyWords, sense = 1 } = request;
    const [only, ...others] = collections.filter(hasPoints);
    const counts = only && others.length === 0 ? only.counts : poolCounts(collections.map(countsWithName));
    const pooled = lexicalScale({ terms, counts });
    const context = { fuzzyWords, pooled, sense };
    this.#request = request;
    this.#known = knownShare(pooled);
    this.#asMeant = meantShare(pooled);
    this.#terms = tellingTerms(pooled.sayable, sense);
    this.#sense = sense;
    this.#chance = chanceLevels(collections);
    this.#signals = collections.map((collection) => signalsOf(collection, context));
    this.#groups = new JudgedGroups(request, this.#signals, context);
    this.heterogeneity = this.#groups.heterogeneity;
  }

  /** Ranks the candidates of all collections on one scale (docs/ranking.md, "One ranking"). The best first; of equal scores in `hybrid` the document
   *  accepted first, then by id.
   *  @param looks by collection, what reading its passages told; undefined for one of which none was read */
  rank(looks: readonly (CloseLook | undefined)[] = []): JudgedHit<Candidate>[] {
    const { collections, algorithm, meant } = this.#request;
    const tie = algorithm === 'hybrid' ? inOrderOfAcceptance : byId;
    const parts = this.#signals.map((signals, at) => this.#partOf(at, { signals, told: toldOf(signals, looks[at]) }, looks[at]));
    const relevances = parts.map(({ signals, told }) => this.#relevanceLevels(signals, told));
    const scored = this.#groups.scores(parts);
    return collections
      .flatMap(({ candidates, named }, collection) => {
        const least = meant?.[collection] === true ? this.#leastToGain(named, relevances) : Infinity;
        const chance = this.#chance[collection] ?? 1;
        return candidates.map((candidate, at) => {
          const level = relevances[collection]?.[at] ?? 0;
          const lift = relevance(level, chance) >= least ? MEANT : 0;
          return hitOf({
            place: { collection, candidate, score: (scored[collection]?.scores[at] ?? 0) + lift },
            signals: this.#signals[collection]?.signals[at],
            evidence: () => ({
              known_words: this.#known,
              ...(this.#asMeant === 1 ? {} : { as_meant: this.#asMeant }),
              sense: this.#sense,
              chance,
              ...parts[collection]?.own().evidence?.(at),
              ...scored[collection]?.evidence?.(at),
              ...(lift === 0 ? {} : { meant: lift }),
            }),
            level,
            chance,
          });
        });
      })
      .sort((a, b) => b.score - a.score || tie(a.candidate, b.candidate));
  }

  /** Of a collection the relevance from which its passages gain by its name: the name may be a word after all, and what says all of it elsewhere and answers far better stays first. */
  #leastToGain(named: NamedTerms, levels: readonly (readonly number[])[]): number {
    const { collections, meant = [] } = this.#request;
    const others = collections.map(({ candidates }, at) => {
      if (meant[at] === true) return 0;
      const best = candidates.reduce((most, one, place) => (saysName(one, named) ? Math.max(most, levels[at]?.[place] ?? 0) : most), 0);
      return best > 0 ? relevance(best, this.#chance[at] ?? 1) : 0;
    });
    return Math.max(0, ...others) - MEANT_WITHIN;
  }

  /** What stands in for a misspelt word may be another word, and all that is found by it with it. */
  #relevanceLevels(signals: CollectionSignals, told: Told): readonly number[] {
    return levelsOf(signals, told, this.#relevanceWeights).map((level) => this.#asMeant * level);
  }

  /** A passage holds only those words of the query that somebody knows, and few words say less, unless they are found as they were asked for. The level is that of the static
   *  model, and so is what few terms count. */
  get #relevanceWeights(): LevelWeights {
    const trust = trustInWords(this.#terms, OWN_ORDER.common);
    return { ...RELEVANCE_WEIGHTS, keyword: RELEVANCE_WEIGHTS.keyword * this.#known * trust, verbatim: LEVEL.verbatim };
  }

  #partOf(at: number, known: ToldSignals, look: CloseLook | undefined): JudgedPart {
    const { candidates = [], rankings = {} } = this.#request.collections[at] ?? {};
    return { candidates, look, ...known, own: lazily(() => ownOrder(this.#request, { ...known, rankings })) };
  }
}

/** Of two passages that say the same the first one is the more likely source, the later one the copy. */
function inOrderOfAcceptance(a: JudgedCandidate, b: JudgedCandidate): number {
  return (a.docVersion ?? 0) - (b.docVersion ?? 0) || byId(a, b);
}

function byId(a: JudgedCandidate, b: JudgedCandidate): number {
  return a.id < b.id ? -1 : 1;
}

function ownOrder(
  { algorithm, weights }: Pick<JudgeRequest, 'algorithm' | 'weights'>,
  { signals, told, rankings }: ToldSignals & { readonly rankings: JudgedCollection['rankings'] },
): OwnOrder {
  if (algorithm === 'hybrid') return evidenceOrder(signals, told, { weights, order: orderWithin(signals) });
  if (isLane(algorithm)) return laneOrder(signals, algorithm);
  const best = bestFused(algorithm, weights);
  const fused = fuse(algorithm, { rankings, weights, candidates: signals.signals.length });
  return { scores: fused.map((score) => score / best) };
}

function hitOf<Candidate extends JudgedCandidate>({
  place,
  signals,
  evidence,
  level,
  chance,
}: {
  readonly place: Pick<JudgedHit<Candidate>, 'collection' | 'candidate' | 'score'>;
  readonly signals: Signals | undefined;
  readonly evidence: () => Readonly<Record<string, number>>;
  readonly level: number;
  readonly chance: number;
}): JudgedHit<Candidate> {
  if (signals === undefined) return { ...place, relevance: 0, signals: () => ({}) };
  return {
    ...place,
    relevance: relevance(level, chance),
    signals: () => ({
      lexical: signals.lexical.own,
      lexical_pooled: signals.lexical.common,
      semantic: signals.semantic.own,
      semantic_common: signals.semantic.common,
      fuzzy: signals.fuzzy,
      ...(signals.codes.said === 0 ? {} : { codes: signals.codes.said }),
      ...(signals.codes.missed === 0 ? {} : { missed_codes: signals.codes.missed }),
      ...evidence(),
      level,
      score: place.score,
    }),
  };
}
