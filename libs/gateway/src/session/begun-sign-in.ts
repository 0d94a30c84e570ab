import { createHash, createHmac, randomBytes } from 'node:crypto';
import { landingOf } from './landing.js';

/** A sign-in that was begun. Only its browser knows the secret, as a cookie that no script reads, so that any replica can finish it and nobody can make a
 *  server remember begun ones without end. */
export interface BegunSignIn {
  /** Goes to the issuer and comes back: the answer belongs to this browser. */
  readonly state: string;
  /** Stands in the ID token: the token belongs to this sign-in. */
  readonly nonce: string;
  /** Of PKCE (RFC 7636): the code counts for who began alone. */
  readonly verifier: string;
  readonly challenge: string;
  /** Where the console goes on. */
  readonly landing: string;
  /** What the cookie holds. */
  readonly cookie: string;
}

/** @param landing an address of the console; anything else becomes its first screen */
export function beginSignIn(landing: string | undefined): BegunSignIn {
  return derive(randomBytes(32).toString('base64url'), landingOf(landing));
}

/** The sign-in that a cookie stands for. */
export function readBegun(cookie: string | undefined): BegunSignIn | undefined {
  const [, secret, landing] = /^([\w-]{43})\.([\w-]*)$/.exec(cookie ?? '') ?? [];
  if (secret === undefined || landing === undefined) return undefined;
  return derive(secret, landingOf(Buffer.from(landing, 'base64url').toString('utf8')));
}

function derive(secret: string, landing: string): BegunSignIn {
  const of = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  const verifier = of('verifier');
  return {
    state: of('state'),
    nonce: of('nonce'),
    verifier,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
    landing,
    cookie: `${secret}.${Buffer.from(landing, 'utf8').toString('base64url')}`,
  };
}
