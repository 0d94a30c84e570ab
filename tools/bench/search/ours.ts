// Our engine and judge in this process: the lanes of every collection at once, the judge over all candidates, and the first passages. Catalog, duplicates
// and HTTP come on top of it in a server.
import { SearchRequest, type Algorithm, type Filter } from '@tributary/contracts';
import { StaticEmbeddingProvider } from '@tributary/embedding-static';
import { EmbeddedEngine } from '@tributary/engines-embedded';
import { physicalName, type Candidate, type NominateResult, type StoredPoint } from '@tributary/engines-port';
import { candidatesPerLane, depthTogether } from '@tributary/federation';
import { Judgement, laneWeights, lanesOf, parseQuery, type JudgedHit, type ParsedQuery } from '@tributary/ranking';

const HITS = 10;
const REQUEST = SearchRequest.parse({ query: 'any', limit: HITS });

export interface OurQuery {
  readonly text: string;
  readonly vector: Float32Array;
}

export interface OurSearch {
  readonly collections: readonly string[];
  readonly algorithm?: Algorithm;
  readonly filter?: Filter;
}

export class Ours {
  readonly engine: EmbeddedEngine;
  readonly model = new StaticEmbeddingProvider();

  /** @param folder of the store */
  constructor(folder: string) {
    this.engine = EmbeddedEngine.open({ name: 'main', folder });
  }

  /** The ten best passages. */
  async run(query: OurQuery, search: OurSearch): Promise<readonly StoredPoint[]> {
    const parsed = parseQuery(query.text);
    const names = search.collections.map((name) => physicalName(name, 1));
    const { algorithm = 'hybrid', filter } = search;
    const lanes = lanesOf(laneWeights(algorithm));
    const { terms, words } = parsed;
    const limit = candidatesPerLane(REQUEST, parsed, names.length);
    const together = depthTogether({ ...REQUEST, algorithm }, parsed, names.length);
    // As a search does that judges by vectors, or shows copies once.
    const request = { lanes, limit, terms, words, vector: query.vector, common: query.vector, withVectors: true };
    const options = { ...(together ? { together } : {}), ...(filter ? { filter } : {}) };
    const results = await Promise.all(names.map((collection) => this.engine.nominate({ collection, ...request, ...options })));
    const best = judged(results, parsed, search.algorithm).slice(0, HITS);
    const read = [...Map.groupBy(best, ({ collection }) => collection)].map(([at, hits]) =>
      this.engine.read(names[at] ?? '', { ids: hits.map(({ candidate }) => candidate.id) }),
    );
    return (await Promise.all(read)).flat();
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

/** The candidates of all collections in one order, the best first. */
export function judged(
  results: readonly NominateResult[],
  { terms, words }: Pick<ParsedQuery, 'terms' | 'words'>,
  algorithm: Algorithm = 'hybrid',
): readonly JudgedHit<Candidate>[] {
  const collections = results.map(({ candidates, statistics: counts, lanes }) => {
    const rankings = Object.fromEntries(
      Object.entries(lanes).flatMap(([lane, result]) => (result.status === 'searched' ? [[lane, result.ranking]] : [])),
    );
    return { candidates, counts, rankings, model: 'static', isCommonModel: true };
  });
  return new Judgement({ algorithm, weights: laneWeights(algorithm), terms, fuzzyWords: words.length, collections }).rank();
}
