import { timingSafeEqual, createHash } from 'node:crypto';
import { localOwner, type Principal } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';

/** Who a caller without a token is on loopback: may search, read and store. */
export const loopbackGuest: Principal = {
  subject: 'loopback',
  groups: [],
  scopes: ['search:read', 'documents:write'],
  collections: ['*'],
  unrestricted: false,
};

export interface AuthenticationOptions {
  /** The owner’s token, from server.json. */
  readonly ownerToken: string;
  /** False where the server listens beyond loopback: then every call needs the token. */
  readonly allowGuest: boolean;
}

/** Makes a principal of an `Authorization` header. @throws `AUTH.TOKEN_REQUIRED`, `AUTH.TOKEN_INVALID` */
export function authenticate(header: string | undefined, options: AuthenticationOptions): Principal {
  if (header === undefined) {
    if (options.allowGuest) return loopbackGuest;
    throw permanent('AUTH.TOKEN_REQUIRED', 'This server asks for a token: send Authorization: Bearer <token>.', {
      category: 'unauthenticated',
    });
  }
  const token = /^Bearer\s+(\S+)$/i.exec(header)?.[1];
  if (token !== undefined && sameSecret(token, options.ownerToken)) return localOwner;
  throw permanent('AUTH.TOKEN_INVALID', 'The token is not valid here: use the one in server.json of the data folder.', {
    category: 'unauthenticated',
  });
}

/** Compares in constant time, whatever the lengths. */
function sameSecret(given: string, expected: string): boolean {
  const digest = (secret: string) => createHash('sha256').update(secret).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
