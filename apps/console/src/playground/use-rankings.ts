import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Algorithm, SearchAnswer } from '@tributary/contracts';
import { useApi } from '../api/api-context.js';
import { isWeighed, requestOf, toolArguments, type PlaygroundView } from './playground-view.js';
import { ToolSearchAnswer, rankedList, type RankedList } from './ranked-hit.js';

/** A list of one algorithm, as it comes. */
export interface Ranking extends RankedList {
  readonly error: Error | null;
  /** Asks once more what was not answered. */
  readonly again: () => void;
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
  const isAsked = algorithm !== undefined && view.query.trim() !== '';
  const { query, collection, weights, threshold } = view;
  const asked = {
    query,
    collection,
    ...(algorithm !== undefined && isWeighed(algorithm) ? { weights } : {}),
    ...(isTool ? { threshold } : {}),
  };
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['ranking', algorithm, asked, only],
    enabled: isAsked,
    queryFn: async ({ signal }): Promise<SearchAnswer | ToolSearchAnswer> => {
      if (algorithm !== undefined && !isTool) {
        const narrowed = only === undefined ? {} : { filter: { must: [{ has_id: [...only] }] } };
        return await playground.operations.search({ ...requestOf(view, algorithm), ...narrowed }, context(signal));
      }
      return await playground.tools.call({
        dialect: 'nextcloud',
        name: 'nc_semantic_search',
        arguments: toolArguments(view),
        answer: ToolSearchAnswer,
        signal,
      });
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const again = () => {
    if (error !== null) void refetch();
  };
  return { ...rankedList(isAsked ? data : undefined, by), error, again, isFetching, isTool };
}
