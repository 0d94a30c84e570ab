import { permanent } from '@tributary/kernel';

/** Why a browser that came back from the issuer was not signed in; the console has words for each. */
export type SignInFailure = 'SIGN_IN.NOT_BEGUN' | 'SIGN_IN.REFUSED' | 'SIGN_IN.EXPIRED' | 'SIGN_IN.MISCONFIGURED';

/** @param why for the log: codes of protocols alone, no text of the issuer */
export function signInFailure(code: SignInFailure, why: string, cause?: unknown) {
  return permanent(code, `Signing in at the issuer failed: ${why}.`, { category: 'unauthenticated', cause });
}

/** The `error` of an issuer’s answer, where it has the form of one (RFC 6749, section 5.2). */
export function errorCodeOf(error: unknown): string {
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : 'an error without a known code';
}
