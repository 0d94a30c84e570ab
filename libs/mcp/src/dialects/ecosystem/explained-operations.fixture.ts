import type { CallContext, CollectionSummary, SearchRequest } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';

/** Texts in memory whose searches say, as the real ones do, what each lane gave: the share of the query’s words stands for every score. The worst
 *  hit comes first, so that an order is the dialect’s. Names the calls. */
export class ExplainedOperations extends MemoryOperations {
  readonly called: string[] = [];

  override async search(request: SearchRequest, context: CallContext) {
    this.called.push('search');
    const answer = await super.search(request, context);
    const hits = answer.hits.map((hit, at) => ({
      ...hit,
      explanation: {
        lanes: { [request.algorithm]: { rank: at + 1, score: hit.relevance } },
        judge: { lexical_pooled: hit.relevance },
        steps: [],
      },
    }));
    return { ...answer, hits: hits.toReversed() };
  }

  override getCollection(name: string): Promise<CollectionSummary> {
    this.called.push('getCollection');
    return super.getCollection(name);
  }
}
