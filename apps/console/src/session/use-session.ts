import { useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.js';

/** Who the server takes this browser for. */
export function useSession() {
  const { operations, context } = useApi();
  return useQuery({ queryKey: ['session'], queryFn: ({ signal }) => operations.session(context(signal)), staleTime: 60_000 });
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
