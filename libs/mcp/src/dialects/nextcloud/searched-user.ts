import type { Filter, Principal } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';

/** Its name in this dialect, and what it is called elsewhere. */
const SCOPES = ['semantic:read', 'search:read'];

/** Whose documents a call searches, as whom, and by which restriction. */
export interface SearchedUser {
  readonly userId: string | undefined;
  readonly principal: Principal;
  readonly filter: Filter;
}

/** Every caller searches his own documents only; the owner and guests on loopback those of the configured user. @throws `ACCESS.DENIED` */
export function searchedUser(principal: Principal, configured: string | undefined): SearchedUser {
  const isLocal = isLocalCaller(principal);
  if (!isLocal && ![...SCOPES, '*'].some((scope) => principal.scopes.includes(scope))) throw denied();
  const userId = principal.user_id ?? (isLocal ? configured : undefined);
  return {
    userId,
    principal: { ...principal, scopes: [...principal.scopes, 'search:read'], ...(userId === undefined ? {} : { user_id: userId }) },
    filter: { must: [userId === undefined ? { is_empty: { key: 'user_id' } } : { key: 'user_id', match: { value: userId } }] },
  };
}

/** True for the owner, and for a caller without a token on loopback. */
function isLocalCaller({ unrestricted, subject, user_id: user }: Principal): boolean {
  return user === undefined && (unrestricted || subject === 'loopback');
}

function denied() {
  return permanent('ACCESS.DENIED', `This needs the scope ${SCOPES.join(' or ')}: call with a token that has it.`, { category: 'denied' });
}
