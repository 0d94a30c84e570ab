import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Algorithm, SearchAnswer } from '@tributary/contracts';
import { useApi } from '../api/api-context.js';
import { requestOf, toolArguments, type PlaygroundView } from './playground-view.js';
import { ToolSearchAnswer, idOfDocument, rankHits, rankResults, type RankedHit } from './ranked-hit.js';

/** A list of one algorithm, as it comes. */
export interface Ranking {
  readonly hits: readonly RankedHit[];
  readonly answer: SearchAnswer | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  /** True where the tool of assistants is asked. */
  readonly isTool: boolean;
}

/** Whether the tool answers for this algorithm: it can where everything is searched. */
function isTools({ collection }: PlaygroundView, algorithm: Algorithm | undefined, only: readonly string[] | undefined): boolean {
  return algorithm === 'rrf' && collection === '' && only === undefined;
}

/** Whether the tool answers for one of the two lists. */
export function asksTool(view: PlaygroundView, only: readonly string[] | undefined): boolean {
  return isTools(view, view.algorithm, only) || isTools(view, view.other, only);
}

/** Over everything `rrf` is what `nc_semantic_search` answers: the very tool is asked, which knows neither collections nor a choice of points. Else, and for the
 *  other algorithms, the search is asked. A request that is no longer wanted is given up.
 *  @param only ids of the points that may be found; undefined: all */
export function useRanking(
  view: PlaygroundView,
  algorithm: Algorithm | undefined,
  { by, only }: { readonly by: 'passage' | 'document'; readonly only: readonly string[] | undefined },
): Ranking {
  const { playground, context } = useApi();
  const isTool = isTools(view, algorithm, only);
  const asked = algorithm === undefined ? undefined : isTool ? toolArguments(view) : requestOf(view, algorithm);
  const narrowed = only === undefined ? {} : { filter: { must: [{ has_id: [...only] }] } };
  const request = algorithm === undefined || isTool ? undefined : requestOf(view, algorithm);
  const { data, error, isFetching } = useQuery({
    queryKey: ['ranking', algorithm, asked, only],
    enabled: asked !== undefined,
    queryFn: async ({ signal }): Promise<SearchAnswer | ToolSearchAnswer> => {
      if (request !== undefined) return playground.operations.search({ ...request, ...narrowed }, context(signal));
      return playground.tools.call({
        dialect: 'nextcloud',
        name: 'nc_semantic_search',
        arguments: asked ?? {},
        answer: ToolSearchAnswer,
        signal,
      });
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  if (asked === undefined || data === undefined) return { hits: [], answer: undefined, error, isFetching, isTool };
  if ('results' in data) return { hits: rankResults(data, (id) => id), answer: undefined, error, isFetching, isTool };
  const hits = rankHits(data.hits, by).map((hit) => (by === 'passage' ? hit : { ...hit, key: idOfDocument(hit.key) }));
  return { hits, answer: data, error, isFetching, isTool };
}
