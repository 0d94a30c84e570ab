import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { SearchHit, SearchRequest } from '@tributary/contracts';
import { useApi } from '../api/api-context.js';

/** The answer to a request, page by page; the one before stays in sight until it is there. */
export function useSearch(request: SearchRequest | undefined) {
  const { operations, context } = useApi();
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['search', request],
    enabled: request !== undefined,
    initialPageParam: '',
    queryFn: ({ signal, pageParam }) => {
      if (request === undefined) throw new Error('Nothing was asked.');
      return operations.search(pageParam === '' ? request : { ...request, cursor: pageParam }, context(signal));
    },
    getNextPageParam: (last) => last.cursor,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const first = request === undefined ? undefined : data?.pages[0];
  const hits: readonly SearchHit[] = first === undefined ? [] : (data?.pages.flatMap((page) => page.hits) ?? []);
  return {
    answer: first,
    hits,
    error,
    isFetching,
    isOld: isPlaceholderData,
    hasMore: hasNextPage,
    more: fetchNextPage,
    isFetchingMore: isFetchingNextPage,
  };
}
