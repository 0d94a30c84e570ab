import type { PointPayload, RerankedHead } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import { embeddedPassage } from '@tributary/embedding-port';
import { Deadline, permanent, type Clock, within } from '@tributary/kernel';
import type { JudgedHit } from '@tributary/ranking';
import { Circuits } from '../nominate/circuits.js';
import { failureOf } from '../nominate/failure.js';
import type { Nomination } from '../nominate/nominate-collection.js';
import type { PassageReader } from '../passages/passage-reader.js';
import type { SearchPlan } from '../plan/plan.js';
import { headOf, reorder, type HeadDocument, type Reordered } from './head.js';
import { judgeAnew, type Given } from './judge-anew.js';
import type { Reranking } from './reranking.js';
import { failed, noNews, noTime, notConfigured, partly, resting, type Shortfall } from './shortfall.js';

type Judged = JudgedHit<Candidate>;

/** Documents that are to be scored. */
const DOCUMENTS = 50;
/** Documents that an embedding model scores as far as its time goes: its cosine is evidence among other evidence, which further down still tells who belongs to the best, and
 *  costs nothing where a vector is kept. A cross-encoder reads every pair anew. */
const DOCUMENTS_OF_MODEL = 100;
/** Less time than this would only be wasted; no wait is shorter. */
const LEAST_MS = 40;
/** What is kept back of its time, so that a reranker can hand over what it has. */
const HOP_MS = 10;
/** Of its time, for reading what is sent: an engine that is slow must not use it up. */
const READ_SHARE = 0.5;
/** Of its wait, what it is given however long the lanes took, where that is no waste. */
const SURE_SHARE = 0.5;
/** A shorter wait says nothing about the reranker that is late. */
const FAIR_WAIT_MS = 200;

/** What the reranker made of a list. */
export interface Reranked extends Reordered {
  /** Its name; undefined when it had no say. */
  readonly by?: string;
  /** What it gave, by the hits it gave it to: the best of each document. */
  readonly given: ReadonlyMap<Judged, number>;
  /** How far it got; undefined where no reranker was asked for, or nothing could be reordered. */
  readonly head?: RerankedHead;
}

export interface RerankInput {
  readonly hits: readonly Judged[];
  readonly nominations: readonly Nomination[];
  readonly passages: PassageReader;
  /** The query as it was looked for in the end. */
  readonly query: string;
  readonly plan: Pick<SearchPlan, 'request' | 'weights' | 'deadlines' | 'signal'>;
  readonly documentOf: (hit: Judged) => string;
}

/** Lets a reranker reorder the head of a list, where one is configured and the request wants it. Whatever goes wrong leaves the judge’s order, and what is told of the head says so. */
export class HeadReranker {
  readonly #reranking: Reranking | undefined;
  readonly #circuits: Circuits;

  constructor({ reranking, clock }: { readonly reranking?: Reranking; readonly clock: Clock }) {
    this.#reranking = reranking;
    this.#circuits = new Circuits(clock);
  }

  async rerank(input: RerankInput): Promise<Reranked> {
    const { plan, hits } = input;
    const isWanted = plan.request.rerank ?? this.#reranking?.byDefault ?? false;
    if (!isWanted) return unchanged(hits);
    const isByModel = this.#reranking?.reranker.model !== undefined;
    const head = headOf(hits, { most: isByModel ? DOCUMENTS_OF_MODEL : DOCUMENTS, documentOf: input.documentOf });
    const documents = awaitedOf(head);
    if (!this.#reranking) return unchanged(hits, { documents, scored: 0, ...notConfigured() });
    if (documents < 2) return unchanged(hits);
    const reason = this.#reasonNotTo(this.#reranking, head, input);
    if (reason !== undefined) return unchanged(hits, { by: this.#reranking.reranker.name, documents, scored: 0, ...reason });
    return this.#rerank(this.#reranking, head, input);
  }

  #reasonNotTo({ reranker }: Reranking, head: readonly HeadDocument[], { nominations, plan }: RerankInput): Shortfall | undefined {
    if (head.every(({ best }) => isMadeWith(reranker.model, best, nominations))) return noNews(reranker.model ?? '');
    if (this.#circuits.isOpen(reranker.name)) return resting(reranker.name);
    return plan.deadlines.rerank.remainingMs < LEAST_MS ? noTime() : undefined;
  }

  /** Cosines that the collections’ own lanes have told already are taken as they are; every other passage is read and sent. */
  async #rerank(reranking: Reranking, head: readonly HeadDocument[], input: RerankInput): Promise<Reranked> {
    const { hits, nominations, plan } = input;
    const { reranker } = reranking;
    const { name: by } = reranker;
    const documents = awaitedOf(head);
    const startedAt = performance.now();
    const deadline = Deadline.in(timeFor(reranking, plan.deadlines));
    const told = head.map((one) => (isMadeWith(reranker.model, one.best, nominations) ? bestSimilarity(one.hits) : undefined));
    const open = head.filter((_, at) => told[at] === undefined).map(({ best }) => best);
    const reading = { deadline: Deadline.in(deadline.remainingMs * READ_SHARE), signal: plan.signal };
    const payloads = await input.passages.payloads(open, reading);
    const givenMs = deadline.remainingMs;
    try {
      const asked = await this.#ask(reranker, payloads, { ...input, deadline });
      this.#circuits.answered(reranker.name);
      const given = head.map(({ best }, at): Given => {
        const score = told[at];
        return score === undefined ? { score: asked.get(best), isKnown: false } : { score, isKnown: true };
      });
      const scored = given.slice(0, documents).filter(({ score }) => score !== undefined).length;
      const shortfall = scored === documents ? {} : partly(by, { scored, of: documents });
      const byHit = head.flatMap(({ best }, at) => (given[at]?.score === undefined ? [] : [[best, given[at].score] as const]));
      const anew = judgeAnew(head, given, { reranking, weights: plan.weights });
      return { ...reorder(hits, head, anew), by, given: new Map(byHit), head: { by, documents, scored, ...shortfall } };
    } catch (error) {
      plan.signal?.throwIfAborted();
      const failure = failureOf(error);
      const isFair = failure.status !== 'timed_out' || givenMs >= FAIR_WAIT_MS;
      if (isFair) this.#circuits.failed(reranker.name);
      return unchanged(hits, { by, documents, scored: 0, ...failed(by, { failure, ms: performance.now() - startedAt }) });
    }
  }

  async #ask(
    reranker: Reranking['reranker'],
    payloads: ReadonlyMap<Judged, PointPayload>,
    { query, plan: { signal }, deadline }: RerankInput & { readonly deadline: Deadline },
  ): Promise<ReadonlyMap<Judged, number | undefined>> {
    const texts = [...payloads.values()].map(passageText);
    const answers = await within({ deadline, signal }, (limit) =>
      reranker.rerank({ query, texts }, { deadline: Deadline.in(deadline.remainingMs - HOP_MS), signal: limit }),
    );
    if (answers.length !== texts.length || answers.some((answer) => answer !== undefined && !Number.isFinite(answer)))
      throw permanent('RERANKER.ANSWER_INVALID', 'its answer does not fit the passages', { category: 'internal' });
    return new Map([...payloads.keys()].map((hit, at) => [hit, answers[at]]));
  }
}

/** Milliseconds. The wait counts from the beginning of the search, so that those who ask wait no longer where the lanes were slow. */
function timeFor({ waitMs }: Reranking, { startedAt, rerank }: SearchPlan['deadlines']): number {
  const left = waitMs - (performance.now() - startedAt);
  return Math.min(Math.max(left, SURE_SHARE * waitMs, LEAST_MS), rerank.remainingMs);
}

/** As it was embedded: what stands in front of it is no part of a passage without a title of its own, where the title is its beginning. */
function passageText({ heading, title, content, chunk_type }: PointPayload): string {
  const isOwn = !content.trimStart().startsWith(title.replace(/…$/, '').trim());
  return embeddedPassage({ heading: heading ?? (isOwn ? title : ''), content, chunk_type });
}

function unchanged(hits: readonly Judged[], head?: RerankedHead): Reranked {
  return { hits, scores: new Map(), given: new Map(), ...(head === undefined ? {} : { head }) };
}

/** How many of its documents are waited for. */
function awaitedOf(head: readonly HeadDocument[]): number {
  return Math.min(DOCUMENTS, head.length);
}

function isMadeWith(model: string | undefined, { collection }: Judged, nominations: readonly Nomination[]): boolean {
  return model !== undefined && nominations[collection]?.collection.record.card.model.name === model;
}

function bestSimilarity(hits: readonly Judged[]): number | undefined {
  const known = hits.flatMap(({ candidate: { similarity } }) => similarity ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
}
