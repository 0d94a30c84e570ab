import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '../api/api-context.js';
import { readMap, type MapPoints } from './map-points.js';

const MOST_POINTS = 50_000;
/** The server takes no more at once. */
const MOST_PLACED = 300;

/** The points of a collection, each as the caller sees it. */
export function useMap(collection: string) {
  const { operations, context } = useApi();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['map', collection],
    queryFn: ({ signal }) => operations.getMap({ collection, limit: MOST_POINTS, components: true }, context(signal)),
    staleTime: 60_000,
  });
  const points = useMemo((): MapPoints | undefined => (data === undefined ? undefined : readMap(data)), [data]);
  return { points, error, isFetching, again: () => void refetch() };
}

/** Where the query and its hits lie. */
export function usePlaces(collection: string, query: string, ids: readonly string[]) {
  const { operations, context } = useApi();
  const wanted = ids.slice(0, MOST_PLACED);
  const { data, error, refetch } = useQuery({
    queryKey: ['place', collection, query, wanted],
    enabled: query !== '',
    queryFn: ({ signal }) => operations.placeOnMap({ collection, query, ids: wanted }, context(signal)),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  return { places: query === '' ? undefined : data, error, again: () => void refetch() };
}

/** The text of one point, read when somebody points at it. */
export function usePoint(collection: string, id: string | undefined) {
  const { operations, context } = useApi();
  const { data } = useQuery({
    queryKey: ['point', collection, id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) =>
      (await operations.getPoints({ collection, ids: id === undefined ? [] : [id], limit: 1 }, context(signal))).points[0] ?? null,
    staleTime: 60_000,
  });
  return id === undefined ? undefined : (data ?? undefined);
}
