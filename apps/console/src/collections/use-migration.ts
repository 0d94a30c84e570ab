import { useQuery } from '@tanstack/react-query';
import type { MigrationSummary } from '@tributary/contracts';
import { hasCode } from '@tributary/kernel';
import { useApi } from '../api/api-context.js';

const LOOK_MS = 2000;

/** The latest move or re-embedding of a collection, looked at again while it runs; null where there was none, undefined until that is known.
 *  @param isAsked false where there is nothing to ask for */
export function useMigration(collection: string, isAsked = true): MigrationSummary | null | undefined {
  const { operations, context } = useApi();
  const { data } = useQuery({
    queryKey: ['migration', collection],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      operations.getMigration(collection, context(signal)).catch((error: unknown) => {
        if (hasCode(error, 'MIGRATION.NOT_FOUND')) return null;
        throw error;
      }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? LOOK_MS : false),
  });
  return data;
}
