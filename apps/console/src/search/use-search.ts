import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.js';
import { requestOf, type SearchView } from './search-view.js';

/** The answer to what the address asks, page by page; the one before stays in sight until it is there. */
export function useSearch({ query, collections, types, since }: SearchView) {
  const { operations, context } = useApi();
  const asked = { query, collections, types, since };
  const isAsked = query.trim() !== '';
  const { data, error, isFetching, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['search', asked],
    enabled: isAsked,
    initialPageParam: '',
    queryFn: async ({ signal, pageParam }) => {
      const request = requestOf(asked);
      return await operations.search(pageParam === '' ? request : { ...request, cursor: pageParam }, context(signal));
    },
    getNextPageParam: (last) => last.cursor,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const pages = isAsked ? (data?.pages ?? []) : [];
  return {
    /** The last page that came; undefined before the first. */
    last: pages.at(-1),
    hits: pages.flatMap((page) => page.hits),
    /** Of all pages, each once. */
    notes: [...new Set(pages.flatMap((page) => page.notes))],
    error,
    /** Asks once more what was not answered. */
    again: () => {
      if (error !== null) void refetch();
    },
    isFetching,
    isOld: isPlaceholderData,
    hasMore: hasNextPage,
    more: fetchNextPage,
    isFetchingMore: isFetchingNextPage,
  };
}
