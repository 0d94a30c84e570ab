import { SearchRequest, WhyNotRequest, localOwner, type SearchInput } from '@tributary/contracts';
import { HttpReranker } from '@tributary/reranking-http';
import type { Reranker } from '@tributary/reranking-port';
import { replaced, startRerankServer, type FaultyServer, type ScoreTexts } from '@tributary/testing';
import type { SearchContext } from '../plan/plan.js';
import { Search } from '../search/search.use-case.js';
import { PATIENCE, Testbed } from '../testbed/testbed.fixture.js';
import { WhyNot } from '../why-not/why-not.use-case.js';
import type { Reranking } from './reranking.js';

/** A search over real engines whose head is reranked by a real server. */
export class RerankBed implements AsyncDisposable {
  readonly bed: Testbed;
  readonly server: FaultyServer;
  readonly reranker: HttpReranker;

  private constructor(bed: Testbed, server: FaultyServer) {
    this.bed = bed;
    this.server = server;
    this.reranker = new HttpReranker({ name: 'cross', url: server.url, shape: 'tei' });
  }

  static async open(score: ScoreTexts): Promise<RerankBed> {
    const bed = await Testbed.open();
    const server = await startRerankServer({ dialect: 'tei', score });
    return new RerankBed(bed, server);
  }

  /** How often the server was asked. */
  get asked(): number {
    return this.server.requests.length;
  }

  /** The same search keeps its circuits from call to call. */
  searching(settings: Partial<Reranking> & { readonly reranker?: Reranker } = {}) {
    const { catalog, found, engines, openAdopted, clock, queues, common } = this.bed;
    const reranking = { reranker: this.reranker, weight: 100, waitMs: PATIENCE.deadline_ms, byDefault: false, ...settings };
    const parts = { catalog, found, engines, openAdopted, clock, queues, common, reranking };
    const search = new Search(parts);
    const whyNot = new WhyNot(parts);
    const of = (context: Partial<SearchContext>) => ({ principal: localOwner, ...context });
    return {
      run: (input: SearchInput, context: Partial<SearchContext> = {}) =>
        search.run(SearchRequest.parse({ rerank: true, ...PATIENCE, ...input }), of(context)),
      whyNot: (input: SearchInput & { readonly uri: string }) =>
        whyNot.run(WhyNotRequest.parse({ rerank: true, ...PATIENCE, ...input }), of({})),
    };
  }

  /** The same, with the milliseconds that the reranker was given by each search. */
  timing({ waitMs }: Pick<Reranking, 'waitMs'>) {
    const given: number[] = [];
    const reranker = replaced(this.reranker, {
      rerank: (request, options) => {
        given.push(options.deadline.remainingMs);
        return this.reranker.rerank(request, options);
      },
    });
    return { given, ...this.searching({ reranker, waitMs }) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.stop();
    await this.bed[Symbol.asyncDispose]();
  }
}
