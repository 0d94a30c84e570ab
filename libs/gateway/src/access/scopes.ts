import type { Principal, Scope } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';

/** Every scope there is, as metadata of the server lists them. */
export const SCOPES: readonly Scope[] = ['search:read', 'documents:write', 'admin'];

/** Names by which older prompts and clients know a scope. */
const ALIASES: Readonly<Partial<Record<Scope, readonly string[]>>> = { 'search:read': ['semantic:read'] };

const missing = new WeakMap<Error, Scope>();

/** @throws `ACCESS.DENIED` saying which scope is missing and how to get it */
export function requireScope(principal: Principal, scope: Scope): void {
  if (hasScope(principal, scope)) return;
  const error = permanent(
    'ACCESS.DENIED',
    `This needs the scope ${scope}: call with a token that has it (the owner’s stands in server.json of the data folder).`,
    { category: 'denied' },
  );
  missing.set(error, scope);
  throw error;
}

export function hasScope({ scopes }: Principal, scope: Scope): boolean {
  return [scope, '*', ...(ALIASES[scope] ?? [])].some((name) => scopes.includes(name));
}

/** The scope whose lack an error is about; undefined for every other error. */
export function missingScopeOf(error: unknown): Scope | undefined {
  return error instanceof Error ? missing.get(error) : undefined;
}
