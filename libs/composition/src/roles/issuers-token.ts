import type { Principal } from '@tributary/contracts';

/** The token of a caller whom an issuer vouches for, out of his `Authorization` header. Only such a token may go back to the issuer to be exchanged: the
 *  owner’s and configured ones are no business of his. */
export function issuersToken({ subject }: Pick<Principal, 'subject'>, header = ''): string | undefined {
  return subject.startsWith('user:') ? /^Bearer +(\S+)$/i.exec(header)?.[1] : undefined;
}
