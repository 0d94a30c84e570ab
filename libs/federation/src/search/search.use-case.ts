import { isMissed, type Coverage, type SearchAnswer, type SearchRequest } from '@tributary/contracts';
import { Deadline } from '@tributary/kernel';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { answerPage, type AnswerPage } from '../answer/answer-page.js';
import { pageOf } from '../answer/page-request.js';
import {
  coverageOf,
  coverageOfLeftOut,
  coverageOfParted,
  coverageOfUnknown,
  coverageOfUnreadable,
  withBehind,
  withLost,
} from '../coverage/coverage.js';
import { readReadiness, type Readiness } from '../coverage/readiness.js';
import type { CursorStore } from '@tributary/state-port';
import type { RankedList } from '../cursor/ranked-list.js';
import { LIST_START, askedBy, writeCursor } from '../cursor/cursor-text.js';
import { MemoryCursorStore } from '../cursor/memory-cursor-store.js';
import { openList } from '../cursor/open-list.js';
import { QueryEmbedder } from '../embed/query-embedder.js';
import { Circuits } from '../nominate/circuits.js';
import { divideTime } from '../plan/deadlines.js';
import { inTimeFromCatalog } from '../plan/in-time.js';
import type { SearchContext, SearchPlan } from '../plan/plan.js';
import { planSearch } from '../plan/plan-search.js';
import { roundMs } from '../plan/round-ms.js';
import { HeadReranker } from '../rerank/head-reranker.js';
import { awaitWrites } from '../writes/await-writes.js';
import { CollectionChooser } from '../selection/collection-chooser.js';
import { gatherChosen } from '../selection/gather-chosen.js';
import type { SearchCollaborators } from './collaborators.js';
import { doubtsAbout } from './doubts.js';
import { rankCandidates } from './rank-candidates.js';
import { explanationOf } from './explain-search.js';
import { notAllSearched, notAllThere } from './search.errors.js';

/** Answers one question over any number of collections, and says what was searched and what was not. */
export class Search {
  readonly #with: SearchCollaborators;
  readonly #cursors: CursorStore<RankedList>;
  readonly #embedder: QueryEmbedder;
  readonly #circuits: Circuits;
  readonly #chooser: CollectionChooser;
  readonly #reranker: HeadReranker;

  constructor(collaborators: SearchCollaborators) {
    this.#with = collaborators;
    this.#cursors = collaborators.cursors ?? new MemoryCursorStore(collaborators.clock);
    this.#embedder = new QueryEmbedder(collaborators);
    this.#circuits = new Circuits(collaborators.clock);
    this.#chooser = new CollectionChooser(collaborators, this.#embedder);
    this.#reranker = new HeadReranker(collaborators);
  }

  /** Answers within the deadline with what is there; an engine, a collection or a model that is away costs its own hits only.
   *  @throws `COLLECTION.NOT_FOUND` when no name fits, with `require: all` when one does not, `FILTER.INVALID`, `MOMENT.INVALID`, `SEARCH.WEIGHTS_INVALID`, `SEARCH.TIMED_OUT` when not even the
   *  catalog answered, `ENGINE.UNAVAILABLE` when its engine is down, `SEARCH.INCOMPLETE` with `require: all`, `TOKEN.INVALID`, `CURSOR.EXPIRED`, `CURSOR.INVALID`, `CURSOR.UNAVAILABLE`, the reason of the signal */
  async run(request: SearchRequest, context: SearchContext): Promise<SearchAnswer> {
    const startedAt = performance.now();
    context.signal?.throwIfAborted();
    const { cursor } = request;
    const answer = await (cursor === undefined ? this.#search(request, context) : this.#continue({ ...request, cursor }, context));
    context.signal?.throwIfAborted();
    return { ...answer, took_ms: roundMs(performance.now() - startedAt) };
  }

  async #search(request: SearchRequest, context: SearchContext): Promise<Omit<SearchAnswer, 'took_ms'>> {
    const behind = await awaitWrites(request, context, this.#with.catalog);
    const planned = await planSearch(request, { ...context, deadline: searchTime(request, context) }, this.#with);
    checkThere(request, planned);
    const chosen = await this.#chooser.choose(planned);
    const reading: Promise<ReadonlyMap<string, Readiness>>[] = [];
    const onAsked = (targets: readonly ScopedCollection[]) => {
      const names = targets.map(({ record }) => record.name);
      reading.push(
        readReadiness(this.#with.catalog, names, { deadlines: chosen.deadlines, signal: chosen.signal, principal: context.principal }),
      );
    };
    const { plan, gathered } = await gatherChosen(chosen, {
      embedder: this.#embedder,
      circuits: this.#circuits,
      catalog: this.#with.catalog,
      onAsked,
    });
    const readiness = new Map((await Promise.all(reading)).flatMap((read) => [...read]));
    const ranked = await rankCandidates(plan, gathered, { embedder: this.#embedder, reranker: this.#reranker });
    const { list, steps } = ranked;
    const { demands } = gathered;
    const { head } = steps.reranked;
    const page = await answerPage(list, pageOf(request, { from: LIST_START, demands, deadline: plan.deadlines.read, signal: plan.signal }));
    const searched = gathered.nominations.map((nomination) => coverageOf(nomination, readiness.get(nomination.collection.record.name)));
    const coverage = withLost(
      [
        ...withBehind(searched, behind),
        ...plan.leftOut.map((collection) => coverageOfLeftOut(collection, plan.failedLooks?.get(collection))),
        ...plan.parted.map(coverageOfParted),
        ...plan.unreadable.map(coverageOfUnreadable),
        ...plan.unknown.map(coverageOfUnknown),
      ],
      page.lost,
    );
    checkRequired(request, coverage);
    const notes = [
      ...plan.notes,
      ...behindNotes(behind),
      ...gathered.notes,
      ...(head?.reason === undefined ? [] : [head.reason]),
      ...steps.preferred.notes,
      ...doubtsAbout({ plan, gathered, ranked, page }),
      ...page.notes,
    ];
    const answer = {
      hits: [...page.hits],
      coverage,
      notes,
      ...explanationOf({ plan, gathered, ranked, shown: page.hits.length }),
      ...(head === undefined ? {} : { reranked: head }),
    };
    if (page.isLast) return answer;
    const kept = { hits: list.map(({ listed }) => listed), coverage, demands, ...askedBy(request, context.principal) };
    return { ...answer, cursor: writeCursor({ list: await this.#cursors.put(kept), ...page.next }) };
  }

  async #continue(request: SearchRequest & { readonly cursor: string }, context: SearchContext): Promise<Omit<SearchAnswer, 'took_ms'>> {
    const { signal, principal, deadline = Deadline.in(request.deadline_ms) } = context;
    const { lanes, read } = divideTime(deadline);
    const sources = { ...this.#with, cursors: this.#cursors };
    const opened = await inTimeFromCatalog(this.#with.engines.primary, { deadline: lanes, signal }, () =>
      openList(request, { principal, deadline }, sources),
    );
    const { place, list, demands, away } = opened;
    const page = await answerPage(list, pageOf(request, { from: place, demands, away, deadline: read, signal }));
    const coverage = withLost(opened.coverage, page.lost);
    checkRequired(request, coverage);
    const answer = {
      hits: [...page.hits],
      coverage,
      notes: [...page.notes, ...(request.explain ? [UNEXPLAINED] : []), ...whyNothingMore(page)],
    };
    return page.isLast ? answer : { ...answer, cursor: writeCursor({ ...place, ...page.next }) };
  }
}

/** What the judge saw is not kept for ten minutes. */
const UNEXPLAINED = 'Only the first page is explained: ask without the cursor, with a higher limit, to have more hits explained.';

/** Before anything is searched. @throws `COLLECTION.NOT_FOUND` */
function checkThere({ require }: SearchRequest, { unknown }: Pick<SearchPlan, 'unknown'>): void {
  // One that may lie where nobody can look now may be there the next time.
  const absent = unknown.filter(({ mayLieIn }) => mayLieIn.length === 0).map(({ pattern }) => pattern);
  if (require === 'all' && absent.length > 0) throw notAllThere(absent);
}

/** @throws `SEARCH.INCOMPLETE` */
function checkRequired({ require }: SearchRequest, coverage: readonly Coverage[]): void {
  if (require === 'all' && coverage.some(isMissed)) throw notAllSearched(coverage);
}

/** What is left of the time after waiting for writes; the search itself never gets more than it asked for. */
function searchTime({ after, deadline_ms }: SearchRequest, { deadline }: SearchContext): Deadline {
  const whole = deadline ?? Deadline.in(deadline_ms);
  return after === undefined ? whole : Deadline.in(Math.min(deadline_ms, whole.remainingMs));
}

/** No answer is empty without a reason. */
function whyNothingMore({ hits, notes, lost }: AnswerPage): readonly string[] {
  if (hits.length > 0 || notes.length > 0 || lost.size === 0) return [];
  return ['What comes next could not be read: the coverage says why. Ask for this page again in a moment.'];
}

function behindNotes(behind: ReadonlyMap<string, string>): readonly string[] {
  return [...behind].map(([name, why]) => `${name} is behind: ${why}. Search again in a moment, or with a longer wait_ms.`);
}
