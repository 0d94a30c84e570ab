import type { Principal } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';

export type Scope = 'search:read' | 'documents:write' | 'admin';

/** @throws `ACCESS.DENIED` saying which scope is missing and how to get it */
export function requireScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.includes(scope) || principal.scopes.includes('*')) return;
  throw permanent(
    'ACCESS.DENIED',
    `This needs the scope ${scope}: call with a token that has it (the owner’s stands in server.json of the data folder).`,
    {
      category: 'denied',
    },
  );
}
