import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../api/api-context.js';

/** Another tab may sign out, and the server be started anew. */
const LOOK_MS = 20_000;
/** While nobody answers. */
const LOOK_FOR_ONE_MS = 2000;

/** Who the server takes this browser for. */
export function useSession() {
  return useQuery(useSessionQuery());
}

/** Asks who one is while the page is in sight, and at once when it comes into sight. When that changes, and when the server answers again, everything is read
 *  anew. @returns whether somebody was signed in here who no longer is */
export function useSessionWatch(): boolean {
  const cache = useQueryClient();
  const { data, isError, isFetched } = useQuery({
    ...useSessionQuery(),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.status === 'error' ? LOOK_FOR_ONE_MS : LOOK_MS),
  });
  // One that was never answered is pending, no longer failed, while it is asked for again.
  const isAway = isError || (isFetched && data === undefined);
  const who = data === undefined ? undefined : JSON.stringify([data.signed_in, data.caller]);
  const [seen, setSeen] = useState({ who, isAway, wasSignedIn: false, changes: 0 });
  if (who !== seen.who || isAway !== seen.isAway) {
    const isNew = !isAway && (seen.isAway || seen.who !== undefined);
    setSeen({
      who,
      isAway,
      wasSignedIn: seen.wasSignedIn || data?.signed_in === true,
      changes: seen.changes + (isNew ? 1 : 0),
    });
  }
  useEffect(() => {
    if (seen.changes > 0) void cache.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'session' });
  }, [cache, seen.changes]);
  return seen.wasSignedIn && data?.signed_in === false;
}

function useSessionQuery() {
  const { operations, context } = useApi();
  return queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => operations.session(context(signal)),
    staleTime: 60_000,
    // The next look is near.
    retry: false,
  });
}

/** Whether the caller is the owner of the server. */
export function useIsOwner(): boolean {
  return useSession().data?.caller?.is_owner === true;
}

/** Whether the caller may do what needs the scope `admin`. */
export function useIsAdmin(): boolean {
  const caller = useSession().data?.caller;
  return caller !== undefined && (caller.is_owner || caller.scopes.includes('admin') || caller.scopes.includes('*'));
}
