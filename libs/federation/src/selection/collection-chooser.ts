import type { ChoiceReason, CollectionChoice } from '@tributary/contracts';
import { Deadline, isAbort, within } from '@tributary/kernel';
import { chooseCollections, scoreCollections, type CollectionScore } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { QueryEmbedder } from '../embed/query-embedder.js';
import type { Failure } from '../nominate/failure.js';
import { candidatesPerLane } from '../plan/candidates-per-lane.js';
import type { SearchPlan } from '../plan/plan.js';
import { AUTO, isMeant } from '../plan/resolve-collections.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { CardSketches } from './card-sketches.js';
import { CollectionSketches, type KnownSketch } from './collection-sketches.js';
import { LOOKS_AT_ONCE, ReaderSight, type Sight } from './reader-sight.js';
import { writtenCollections } from './written-collections.js';

/** So few are asked without looking at them first. */
const FEW = 8;
/** Of those that would not be asked, the likeliest are looked into beside those that would: they are next where one of these shows nothing. */
const LOOKED_INTO_BESIDE = 16;
/** Engines that take longer to say what a caller may read cost nobody the choice. */
const LOOKS_LIMIT_MS = 100;
const LATE = 'Others were left out since it was not known in time whether you may read anything there: search again in a moment.';
/** Which ones are late goes by what is asked for where not all are looked into. */
const PERHAPS_LATE = 'Any of which it was not known in time whether you may read anything there was left out.';
/** Collections that are asked because too little is known of them, at most. */
const MOST_UNKNOWN = 64;

/** A collection the choice was about. */
interface Weighed {
  readonly target: ScopedCollection;
  readonly known: KnownSketch | undefined;
  readonly score: CollectionScore;
}

/** Where the caller sees something, as far as that was told. */
type Told = ReadonlyMap<ScopedCollection, Sight>;

/** What of the targets of a plan is asked, and what is not. */
interface Chosen {
  readonly because: ReadonlyMap<ScopedCollection, ChoiceReason>;
  readonly scores: ReadonlyMap<ScopedCollection, CollectionScore>;
  readonly note: string;
  /** Why it could not be found out of some whether they show the caller anything. */
  readonly failed?: ReadonlyMap<ScopedCollection, Failure>;
}

/** Lets cards and sketches decide which collections a request for `auto` asks. Only collections the caller may read come this far; those in which he may read nothing are
 *  not chosen, and what was reckoned of a collection is told to who may read all of it. */
export class CollectionChooser {
  readonly #catalog: SearchCollaborators['catalog'];
  readonly #sketches: CollectionSketches;
  readonly #cards: CardSketches;
  readonly #embedder: QueryEmbedder;
  readonly #sight: ReaderSight;
  /** Where the request does not say. */
  readonly #most: number | undefined;

  constructor(collaborators: SearchCollaborators, embedder: QueryEmbedder) {
    this.#catalog = collaborators.catalog;
    this.#sketches = collaborators.sketches ?? new CollectionSketches(collaborators);
    this.#cards = new CardSketches(collaborators.common);
    this.#embedder = embedder;
    this.#sight = new ReaderSight(collaborators.clock);
    this.#most = collaborators.autoMaxCollections;
  }

  /** The plan with the chosen targets. A choice that cannot be made in a quarter of the time is not made: all are asked. */
  async choose(plan: SearchPlan): Promise<SearchPlan> {
    const { request, targets, deadlines, signal } = plan;
    if (!request.collections.includes(AUTO)) return plan;
    try {
      const chosen = await within({ deadline: deadlines.choose, signal }, (limit) => this.#chosen(plan, limit));
      return { ...withChoice(plan, chosen), isBounded: (request.max_collections ?? this.#most) !== undefined };
    } catch (error) {
      if (!isAbort(error) || signal?.aborted === true) throw error;
      return withChoice(plan, everything(targets, 'no_time'));
    }
  }

  async #chosen(plan: SearchPlan, signal: AbortSignal): Promise<Chosen> {
    const { request, targets } = plan;
    const others = request.collections.filter((pattern) => pattern !== AUTO);
    const written = await writtenCollections(request, this.#catalog);
    const open = targets.filter(({ record }) => !isMeant(others, record) && !written.has(record.name));
    const most = request.max_collections ?? this.#most;
    if (open.length <= Math.min(FEW, most ?? FEW)) return everything(targets, 'few');
    const chosen = await this.#pickSeen(await this.#weigh(plan, open, signal), most, signal);
    const named = targets
      .filter((target) => !open.includes(target))
      .map((target) => [target, isMeant(others, target.record) ? 'named' : 'written'] as const);
    return { ...chosen, because: new Map([...named, ...chosen.because]) };
  }

  /** The best of those that show the caller anything: else the words of what nobody shows him would tell by what is asked. Where there are many, only those
   *  that would be asked are looked into, the likeliest first. What is not told in time, or not at all, is left out as if it showed him nothing. */
  async #pickSeen(weighed: readonly Weighed[], most: number | undefined, signal: AbortSignal): Promise<Chosen> {
    const deadline = Deadline.in(LOOKS_LIMIT_MS);
    const told = new Map<ScopedCollection, Sight>();
    const isSeen = ({ target }: Weighed) => told.get(target) === true;
    let left = weighed;
    while (left.length > 0) {
      const chosen = pick(left, { most, all: weighed });
      if (left.every((one) => !isAsked(one, chosen) || isSeen(one))) return withUntold(withRest(chosen, weighed), weighed, told);
      const isOver = deadline.hasPassed;
      const looked = (isOver ? weighed : lookedInto(left, chosen).filter(({ target }) => !told.has(target))).map(({ target }) => target);
      // One that is slow leaves time for those that come next.
      const limits = { signal, deadline: left.length > looked.length ? deadline.share(0.5) : deadline };
      for (const [target, sees] of await this.#sight.of(looked, limits)) told.set(target, sees ?? told.get(target));
      left = isOver ? weighed.filter(isSeen) : left.filter((one) => !told.has(one.target) || isSeen(one));
    }
    const isTold = weighed.every(({ target }) => told.get(target) === false);
    return isTold ? pickBlind(weighed, most) : pickUntold(weighed, { told, most });
  }

  async #weigh({ query, deadlines }: SearchPlan, open: readonly ScopedCollection[], signal: AbortSignal): Promise<readonly Weighed[]> {
    const records = open.map(({ record }) => record);
    const [sketches, cards, vector] = await Promise.all([
      this.#sketches.of(records),
      this.#cards.of(records, signal),
      this.#embedder.embedCommon(query.text, { deadline: deadlines.choose, signal }),
    ]);
    const selectable = cards.map((card, at) => ({ card, sketch: sketches[at]?.sketch }));
    const scores = scoreCollections({ terms: query.terms, vector }, selectable);
    return open.flatMap((target, at) => {
      const score = scores[at];
      return score === undefined ? [] : [{ target, score, known: sketches[at] }];
    });
  }
}

/** With a bound, of the request or the settings, the best within it; else the best of those that are known, and those of which too little is known as well. Of many it goes by what is
 *  asked for which ones were found to show the caller nothing: numbers are those of all, then. */
function pick(weighed: readonly Weighed[], { most, all }: { readonly most: number | undefined; readonly all: readonly Weighed[] }): Chosen {
  const isSure = ({ known }: Weighed) => known !== undefined && !known.isOutdated;
  const counted = areFew(all) ? weighed : all;
  const unsureCount = counted.filter((one) => !isSure(one)).length;
  const candidates = most === undefined ? weighed.filter(isSure) : weighed;
  const best = chooseCollections(
    candidates.map(({ score }) => score.score),
    { most, among: counted.length - unsureCount },
  ).flatMap((at) => candidates[at] ?? []);
  const unsure = weighed.filter((one) => !isSure(one)).toSorted(byScore);
  const askedAnyway = most === undefined ? unsure.slice(0, MOST_UNKNOWN) : [];
  const because = new Map<ScopedCollection, ChoiceReason>(weighed.map(({ target }) => [target, 'less_likely']));
  best.forEach(({ target }, place) => because.set(target, place < FEW ? 'best' : 'near_best'));
  for (const { target, known } of askedAnyway) because.set(target, known === undefined ? 'unknown' : 'changed');
  const note = noteOf({
    all: all.length,
    asked: best.length + askedAnyway.length,
    why:
      most === undefined
        ? whyMore(askedAnyway.length, unsureCount <= MOST_UNKNOWN ? 0 : unsureCount - askedAnyway.length)
        : howSure(unsureCount),
  });
  return { because, scores: new Map(weighed.map(({ target, score }) => [target, score])), note };
}

/** Where he sees nothing at all it is the same whatever he asks for. */
function pickBlind(weighed: readonly Weighed[], most: number | undefined): Chosen {
  return withRest(pick(weighed.slice(0, Math.min(most ?? FEW, FEW)), { most, all: weighed }), weighed);
}

/** Where nothing that he sees was told it is the same whatever he asks for, too: all, or as many as the bound allows. */
function pickUntold(weighed: readonly Weighed[], { told, most }: { readonly told: Told; readonly most: number | undefined }): Chosen {
  const asked = everything(
    weighed.slice(0, most).map(({ target }) => target),
    'no_time',
  );
  const [inTime, advice] = isAnyLate(weighed, told) ? [' in time', ': search again in a moment'] : ['', ''];
  const note = `Collections "auto": ${asked.because.size.toString()} of ${weighed.length.toString()} were asked, whatever is in them, since it was not known${inTime} where you may read anything${advice}.`;
  return withFailed(withRest({ ...asked, note }, weighed), failedAmong(weighed, told));
}

function isAsked({ target }: Weighed, { because }: Chosen): boolean {
  return because.get(target) !== 'less_likely';
}

/** All where they are few, so that what is told of them is the same whatever is asked for; else the likeliest first. */
function lookedInto(weighed: readonly Weighed[], chosen: Chosen): readonly Weighed[] {
  if (areFew(weighed)) return weighed;
  const asked = weighed.filter((one) => isAsked(one, chosen));
  const beside = weighed.filter((one) => !isAsked(one, chosen)).toSorted(byScore);
  return [...asked.toSorted(byScore), ...beside.slice(0, LOOKED_INTO_BESIDE)];
}

/** With those that were not chosen from. */
function withRest(chosen: Chosen, weighed: readonly Weighed[]): Chosen {
  const because = new Map<ScopedCollection, ChoiceReason>(weighed.map(({ target }) => [target, 'less_likely']));
  const scores = new Map(weighed.map(({ target, score }) => [target, score]));
  return { ...chosen, because: new Map([...because, ...chosen.because]), scores };
}

/** With a word on those that were left out since it was not told whether he sees anything there. Nothing of it goes by what is asked for: by that it would tell whether what
 *  shows him nothing has a word. */
function withUntold(chosen: Chosen, weighed: readonly Weighed[], told: Told): Chosen {
  if (!areFew(weighed)) return weighed.some(({ target }) => target.isFiltered) ? withNote(chosen, PERHAPS_LATE) : chosen;
  return withFailed(isAnyLate(weighed, told) ? withNote(chosen, LATE) : chosen, failedAmong(weighed, told));
}

/** So few are all looked into. */
function areFew(weighed: readonly Weighed[]): boolean {
  return weighed.length <= LOOKS_AT_ONCE;
}

function isAnyLate(weighed: readonly Weighed[], told: Told): boolean {
  return weighed.some(({ target }) => told.get(target) === undefined);
}

/** Of many only some are looked into, by what is asked for: none of these is told. */
function failedAmong(weighed: readonly Weighed[], told: Told): ReadonlyMap<ScopedCollection, Failure> {
  const sights = areFew(weighed) ? [...told] : [];
  return new Map(sights.flatMap(([target, sight]) => (typeof sight === 'object' ? [[target, sight] as const] : [])));
}

function withFailed(chosen: Chosen, failed: ReadonlyMap<ScopedCollection, Failure>): Chosen {
  if (failed.size === 0) return chosen;
  const some = failed.size === 1 ? '1 collection' : `${failed.size.toString()} collections`;
  const note = `Of ${some} it could not be found out whether you may read anything there: the coverage says why.`;
  return { ...withNote(chosen, note), failed };
}

function withNote(chosen: Chosen, more: string): Chosen {
  return { ...chosen, note: `${chosen.note} ${more}` };
}

function byScore(one: Weighed, other: Weighed): number {
  return other.score.score - one.score.score;
}

function whyMore(unsure: number, leftOut: number): string {
  if (unsure === 0) return '';
  const others = leftOut === 0 ? '' : `, as it is of ${leftOut.toString()} that were left out: search again in a moment`;
  return `, ${unsure.toString()} of them since too little is known of their content yet${others}`;
}

/** Within a bound even those are left out of which too little is known. */
function howSure(unsure: number): string {
  return unsure === 0 ? '' : ` as far as it is known, and too little is known of ${unsure.toString()} yet: search again in a moment`;
}

function noteOf({ all, asked, why }: { readonly all: number; readonly asked: number; readonly why: string }): string {
  if (asked === all) return `Collections "auto": all ${all.toString()} were asked.`;
  return `Collections "auto": ${asked.toString()} of ${all.toString()} were asked, those whose content suits the query best${why}; "*" asks all.`;
}

function everything(targets: readonly ScopedCollection[], reason: ChoiceReason): Chosen {
  const late = reason === 'no_time' ? ', since there was no time to choose' : '';
  const note = `Collections "auto": all ${targets.length.toString()} were asked${late}.`;
  return { because: new Map(targets.map((target) => [target, reason])), scores: new Map(), note };
}

function withChoice(plan: SearchPlan, { because, scores, note, failed }: Chosen): SearchPlan {
  const isLeftOut = (target: ScopedCollection) => because.get(target) === 'less_likely';
  const choices = plan.targets.map((target) => ({ target, choice: choiceOf(target, because, scores.get(target)) }));
  const ordered = choices.toSorted((a, b) => (b.choice.score ?? Infinity) - (a.choice.score ?? Infinity)).map(({ choice }) => choice);
  const targets = plan.targets.filter((target) => !isLeftOut(target));
  return {
    ...plan,
    targets,
    candidatesPerLane: candidatesPerLane(plan.request, plan.query, targets.length),
    leftOut: plan.targets.filter(isLeftOut),
    ...(failed === undefined ? {} : { failedLooks: failed }),
    selection: {
      asked: ordered.filter((choice) => choice.because !== 'less_likely'),
      left_out: ordered.filter((choice) => choice.because === 'less_likely'),
    },
    notes: [note, ...plan.notes],
  };
}

/** Figures, and which of those asked is better, are of all its rows: they are told to who sees them. */
function choiceOf(
  target: ScopedCollection,
  because: ReadonlyMap<ScopedCollection, ChoiceReason>,
  score: CollectionScore | undefined,
): CollectionChoice {
  const collection = target.record.name;
  const reason = because.get(target) ?? 'few';
  if (target.isFiltered) return { collection, because: reason === 'near_best' ? 'best' : reason };
  return {
    collection,
    because: reason,
    ...(score === undefined ? {} : { score: round(score.score), terms: round(score.terms), topic: round(score.topic) }),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
