import { Algorithm, parseRequest, SearchRequest, type Lane } from '@tributary/contracts';

export type Weights = Readonly<Record<Lane, number>>;

/** All that the playground shows, as it stands in the address. */
export interface PlaygroundView {
  readonly query: string;
  /** Empty: all. */
  readonly collection: string;
  readonly algorithm: Algorithm;
  /** Undefined: one list alone. */
  readonly other: Algorithm | undefined;
  readonly weights: Weights;
  /** Least cosine of what the semantic lane brings into `rrf`. */
  readonly threshold: number;
}

export const LANES: readonly Lane[] = ['semantic', 'keyword', 'fuzzy'];
export const ALGORITHMS: readonly Algorithm[] = Algorithm.options;
/** Those where weights have something to weigh. */
const WEIGHED: ReadonlySet<Algorithm> = new Set<Algorithm>(['hybrid', 'rrf', 'dbsf']);
const USUAL_WEIGHTS: Weights = { semantic: 0.5, keyword: 0.3, fuzzy: 0.2 };
const HITS = 20;

export function isWeighed(algorithm: Algorithm): boolean {
  return WEIGHED.has(algorithm);
}

/** @param params of the address: `q`, `c`, `a`, `b` (`none`), `w` (three numbers), `t` */
export function viewOf(params: URLSearchParams): PlaygroundView {
  const other = params.get('b') ?? 'rrf';
  return {
    query: params.get('q') ?? '',
    collection: params.get('c') ?? '',
    algorithm: Algorithm.safeParse(params.get('a')).data ?? 'hybrid',
    other: Algorithm.safeParse(other).data,
    weights: weightsOf(params.get('w')),
    threshold: fraction(params.get('t') ?? undefined) ?? 0,
  };
}

function weightsOf(text: string | null): Weights {
  const [semantic, keyword, fuzzy] = (text ?? '').split(',').map(fraction);
  if (semantic === undefined || keyword === undefined || fuzzy === undefined) return USUAL_WEIGHTS;
  return { semantic, keyword, fuzzy };
}

function fraction(text: string | undefined): number | undefined {
  const number = text === undefined || text === '' ? Number.NaN : Number(text);
  return number >= 0 && number <= 1 ? number : undefined;
}

/** As they stand in the address. */
export function weightsText({ semantic, keyword, fuzzy }: Weights): string {
  return [semantic, keyword, fuzzy].map((weight) => weight.toString()).join(',');
}

/** Weights whose sum is 1; those that are all 0 stay so, and are refused where they are asked with. */
export function toShares(weights: Weights): Weights {
  const { semantic, keyword, fuzzy } = weights;
  const sum = semantic + keyword + fuzzy;
  return sum === 0 ? weights : { semantic: semantic / sum, keyword: keyword / sum, fuzzy: fuzzy / sum };
}

/** What the search is asked for a list. @throws `REQUEST.INVALID` */
export function requestOf({ query, collection, weights }: PlaygroundView, algorithm: Algorithm): SearchRequest {
  return parseRequest(SearchRequest, {
    query,
    algorithm,
    explain: true,
    limit: HITS,
    ...(collection === '' ? {} : { collections: [collection] }),
    ...(isWeighed(algorithm) ? { weights } : {}),
  });
}

/** Arguments of `nc_semantic_search` for the same; it fuses by rank what the lanes found, by document. */
export function toolArguments({ query, weights, threshold }: PlaygroundView): object {
  const shares = toShares(weights);
  return {
    query,
    algorithm: 'hybrid',
    limit: HITS,
    score_threshold: threshold,
    semantic_weight: shares.semantic,
    keyword_weight: shares.keyword,
    fuzzy_weight: shares.fuzzy,
  };
}
