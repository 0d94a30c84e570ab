import type { WhyNotAnswer, WhyNotRequest } from '@tributary/contracts';
import { Deadline, isAbort, type DocumentAddress } from '@tributary/kernel';
import type { ContentDemands } from '@tributary/ranking';
import { answerPage } from '../answer/answer-page.js';
import { pageOf } from '../answer/page-request.js';
import { LIST_START } from '../cursor/cursor-text.js';
import { QueryEmbedder } from '../embed/query-embedder.js';
import { Circuits } from '../nominate/circuits.js';
import { failureOf } from '../nominate/failure.js';
import { wasSearched } from '../nominate/was-searched.js';
import { inTimeFromCatalog } from '../plan/in-time.js';
import type { SearchContext, SearchPlan } from '../plan/plan.js';
import { planSearch } from '../plan/plan-search.js';
import { HeadReranker } from '../rerank/head-reranker.js';
import type { SearchCollaborators } from '../search/collaborators.js';
import { CollectionChooser } from '../selection/collection-chooser.js';
import { gatherChosen, type ChosenGathering } from '../selection/gather-chosen.js';
import { rankCandidates } from '../search/rank-candidates.js';
import { keepFitting } from './find-conditions.js';
import { findLaneCut } from './find-lane-cut.js';
import { findSubject, meantBy, type Subject } from './find-subject.js';
import { notSearched, type Finding } from './finding.js';
import { followHit } from './follow-hit.js';

/** Runs a search once more and says where a document was lost on its way into the answer. */
export class WhyNot {
  readonly #with: SearchCollaborators;
  readonly #embedder: QueryEmbedder;
  readonly #circuits: Circuits;
  readonly #chooser: CollectionChooser;
  readonly #reranker: HeadReranker;

  constructor(collaborators: SearchCollaborators) {
    this.#with = collaborators;
    this.#embedder = new QueryEmbedder(collaborators);
    this.#circuits = new Circuits(collaborators.clock);
    this.#chooser = new CollectionChooser(collaborators, this.#embedder);
    this.#reranker = new HeadReranker(collaborators);
  }

  /** What the caller may not see is answered like what never was.
   *  @throws as a search of the same request does, `URI.INVALID`, `DOCUMENT.AMBIGUOUS`, `SEARCH.TIMED_OUT`, `ENGINE.UNAVAILABLE`, the reason of the signal */
  async run({ uri, ...request }: WhyNotRequest, context: SearchContext): Promise<WhyNotAnswer> {
    const deadline = context.deadline ?? Deadline.in(request.deadline_ms);
    return inTimeFromCatalog(this.#with.engines.primary, { deadline, signal: context.signal }, async (signal) => {
      const asked = { ...context, deadline, signal };
      const meant = await meantBy(uri, asked, this.#with);
      const finding = await this.#find(request, meant.address, asked);
      return { uri: meant.uri, ...finding };
    });
  }

  async #find(
    request: Omit<WhyNotRequest, 'uri'>,
    address: DocumentAddress | undefined,
    context: Required<SearchContext>,
  ): Promise<Finding> {
    const subject = await findSubject(address, context, this.#with);
    if ('verdict' in subject) return subject;
    const { name } = subject.collection.record;
    const chosen = await this.#chooser.choose(await planSearch(request, context, this.#with));
    let gathering: Promise<ChosenGathering> | undefined;
    // Once, and as late as can be: what one collection takes of the time is not there a second time.
    const search = () =>
      (gathering ??= gatherChosen(chosen, { embedder: this.#embedder, circuits: this.#circuits, catalog: this.#with.catalog }));
    // What `auto` left out may be asked all the same when the chosen collections hold too little.
    const plan = chosen.leftOut.some(({ record }) => record.name === name) ? (await search()).plan : chosen;
    if (!plan.targets.some(({ record }) => record.name === name)) return failedLook(name, plan) ?? notSelected(name, plan);
    // Only a search tells whether what a sentence quotes was demanded in the end.
    const demands = plan.query.mayCite ? (await search()).gathered.demands : plan.query;
    const fitting = await this.#keepFitting(subject, plan, { ...context, demands });
    if ('verdict' in fitting) return fitting;
    return this.#follow(name, { ids: new Set(fitting.map(({ id }) => id)), ...(await search()), context });
  }

  /** A condition that the collection cannot keep costs it the search. */
  async #keepFitting(
    subject: Subject,
    { request }: SearchPlan,
    { principal, signal, demands }: Required<SearchContext> & { readonly demands: ContentDemands },
  ) {
    try {
      return await keepFitting(subject, { request, principal, signal, demands, sources: this.#with });
    } catch (error) {
      if (isAbort(error)) throw error;
      return notSearched(failureOf(error));
    }
  }

  async #follow(name: string, { ids, plan, gathered, context }: Wanted): Promise<Finding> {
    const { nominations, nominated } = gathered;
    const at = nominations.findIndex(({ collection }) => collection.record.name === name);
    const [nomination, before] = [nominations[at], nominated[at]];
    if (nomination === undefined || before === undefined || !wasSearched(nomination)) return notSearched(nomination?.failure);
    if (!before.candidates.some(({ id }) => ids.has(id)))
      return findLaneCut({ nomination: before, ids, plan, gathered, principal: context.principal, sources: this.#with });
    const ranked = await rankCandidates(plan, gathered, { embedder: this.#embedder, reranker: this.#reranker });
    const hits = ranked.judged.filter(({ collection, candidate }) => collection === at && ids.has(candidate.id));
    if (hits.length === 0) return REPLACED;
    const page = await answerPage(
      ranked.list,
      pageOf(plan.request, { from: LIST_START, demands: gathered.demands, deadline: plan.deadlines.read, signal: plan.signal }),
    );
    return followHit({ request: plan.request, nominations, ranked, page, hits });
  }
}

interface Wanted extends ChosenGathering {
  /** Ids of the passages that may be hits. */
  readonly ids: ReadonlySet<string>;
  readonly context: Required<SearchContext>;
}

const REPLACED: Finding = {
  verdict: 'replaced',
  stage: 'conditions',
  explanation: ['A newer version of it is being written, and only passages of that one are shown: search again in a moment.'],
  details: {},
};

/** It was not asked since it could not be found out whether the caller may read anything there. */
function failedLook(name: string, { leftOut, failedLooks }: SearchPlan): Finding | undefined {
  const collection = leftOut.find(({ record }) => record.name === name);
  const failure = collection && failedLooks?.get(collection);
  return failure && notSearched(failure);
}

function notSelected(name: string, { request, leftOut, targets, selection }: SearchPlan): Finding {
  if (leftOut.some(({ record }) => record.name === name)) {
    const score = selection?.left_out.find(({ collection }) => collection === name)?.score;
    const worst = selection?.asked.at(-1)?.score;
    const scores = score === undefined || worst === undefined ? '' : ` (${score.toFixed(2)}; the last one asked has ${worst.toFixed(2)})`;
    return {
      verdict: 'not_selected',
      stage: 'plan',
      explanation: [
        `"auto" did not ask the collection ${name}: ${targets.length.toString()} others seem to suit the query better${scores}. Name it, ask "*", or raise max_collections.`,
      ],
      details: {},
    };
  }
  const selected = request.collections.join(', ');
  return {
    verdict: 'not_selected',
    stage: 'plan',
    explanation: [
      `The collection ${name} was not searched: the request selects ${selected}. Add it, or leave collections out to search all.`,
    ],
    details: {},
  };
}
