import { z } from 'zod';
import type { Filter } from '../filter/filter.js';

/** Who asks. Made only in the gateway (or for the local owner) and carried as data in queue payloads. */
export const Principal = z.object({
  subject: z.string(),
  user_id: z.string().optional(),
  groups: z.array(z.string()).default([]),
  scopes: z.array(z.string()).default([]),
  collections: z.array(z.string()).default(['*']).describe('Names or patterns of the collections granted.'),
  unrestricted: z.boolean().default(false).describe('True only for the owner of the machine: rows of every user are visible.'),
});
export type Principal = z.infer<typeof Principal>;

/** The owner of the machine the product runs on: everything is visible. */
export const localOwner: Principal = { subject: 'owner', groups: [], scopes: ['*'], collections: ['*'], unrestricted: true };

/** Whoever it is: he sees what everybody may see. */
export const anybody: Principal = { subject: 'anybody', groups: [], scopes: [], collections: ['*'], unrestricted: false };

/** What a stored `acl: []` is written as, since an empty list would read as "no restriction". */
export const ACL_NOBODY = 'nobody:';

/** The rows a principal may see, as a filter: `user_id` absent or his, and `acl` absent or naming him, a group of his or everybody. Undefined means no restriction. */
export function accessFilter(principal: Principal): Filter | undefined {
  return visibleRows(principal, { user_id: true, acl: true });
}

/** The same in a collection that may lack one of the two fields: what no row has restricts nothing. */
export function visibleRows(principal: Principal, has: { readonly user_id: boolean; readonly acl: boolean }): Filter | undefined {
  if (principal.unrestricted || (!has.user_id && !has.acl)) return undefined;
  const { user_id: user } = principal;
  const owned = {
    should: [{ is_empty: { key: 'user_id' } }, ...(user === undefined ? [] : [{ key: 'user_id', match: { value: user } }])],
  };
  const shared = { should: [{ is_empty: { key: 'acl' } }, { key: 'acl', match: { any: [...namesOf(principal)] } }] };
  return { must: [...(has.user_id ? [owned] : []), ...(has.acl ? [shared] : [])] };
}

/** The rule of `accessFilter` on one row: whose it is and who may read it. `acl: []` is nobody. */
export function mayReadRow(
  principal: Principal,
  { user_id: owner, acl }: { readonly user_id?: string | undefined; readonly acl?: readonly string[] | undefined },
): boolean {
  if (principal.unrestricted) return true;
  if (owner !== undefined && owner !== principal.user_id) return false;
  return acl === undefined || acl.some((name) => namesOf(principal).includes(name));
}

/** Under which names lists of readers may mention the principal. */
function namesOf({ user_id: user, groups }: Principal): readonly string[] {
  return [...(user === undefined ? [] : [`user:${user}`]), ...groups.map((group) => `group:${group}`), '*'];
}

/** As whom a caller registers sources: as his user, else by what stands for his token. */
export function registrantOf({ user_id: user, subject }: Principal): string {
  return user === undefined ? subject : `user:${user}`;
}

/** True where others may have rows the caller must not learn of. A caller who is no user and may read everything, such as a guest on loopback, is alone. */
export function isOneOfMany({ unrestricted, user_id, groups, collections }: Principal): boolean {
  return !unrestricted && (user_id !== undefined || groups.length > 0 || !collections.includes('*'));
}

/** True when the principal's grants name this collection. */
export function mayReadCollection(principal: Principal, collection: string): boolean {
  return principal.collections.some((pattern) => matchesPattern(pattern, collection));
}

/** True when a principal may read a collection whose rows name neither owner nor readers: alone on the machine by any grant, among several users only by a
 *  grant for it by name. */
export function mayReadUnmapped(principal: Principal, collection: string): boolean {
  const { unrestricted, user_id, groups, collections } = principal;
  const isAlone = user_id === undefined && groups.length === 0 && collections.includes('*');
  return unrestricted || isAlone || collections.includes(collection);
}

/** True when a name fits a pattern in which `*` stands for any run of characters. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === name;
  if (!name.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let from = first.length;
  for (const part of rest) {
    const at = name.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return name.length - last.length >= from && name.endsWith(last);
}
