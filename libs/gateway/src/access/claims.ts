import type { Principal } from '@tributary/contracts';

/** How the claims of a token become a principal. */
export interface ClaimRules {
  /** Becomes `user_id`. Dots lead into objects. */
  readonly userClaim: string;
  readonly groupsClaim: string;
  /** Scopes of the issuer that stand for ours. */
  readonly scopes: Readonly<Record<string, readonly string[]>>;
  /** Names or patterns of the collections granted. */
  readonly collections: readonly string[];
}

type Claims = Readonly<Record<string, unknown>>;

/** Whom verified claims stand for; undefined where the claim of the user is missing. */
export function principalOf(claims: Claims, { userClaim, groupsClaim, scopes, collections }: ClaimRules): Principal | undefined {
  const user = claimAt(claims, userClaim);
  if (typeof user !== 'string' || user === '') return undefined;
  const granted = [...words(claims['scope']), ...words(claims['scp'])];
  return {
    subject: `user:${user}`,
    user_id: user,
    groups: texts(claimAt(claims, groupsClaim)),
    scopes: [
      ...new Set(
        granted.flatMap((scope) => (Object.hasOwn(scopes, scope) ? (scopes[scope] ?? []) : [scope])).filter((scope) => scope !== '*'),
      ),
    ],
    collections: [...collections],
    unrestricted: false,
  };
}

/** A claim by its whole name, which may have dots, else by its path. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const key of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}

/** Words of a text (RFC 6749, 3.3), or the texts of a list. */
function words(value: unknown): string[] {
  return typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : texts(value);
}

/** The texts of a list; a text is the only one of its list, since names of groups may have blanks. */
function texts(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter((entry) => typeof entry === 'string' && entry !== '').map(String);
}
