import type { Principal } from '@tributary/contracts';
import { TributaryError, isFresh, permanent, type Clock } from '@tributary/kernel';

const LOOK_MS = 5_000;
/** For so long a caller stays who he was, where that cannot be looked at just now. */
const PATIENCE_MS = 60_000;

interface StandingCallerOptions {
  /** As he was when the call began. */
  readonly principal: Principal;
  /** Makes him out anew. */
  readonly authenticate: () => Promise<Principal>;
  readonly clock: Clock;
}

/** Whose a call is that goes on for long: what he came with is looked at again every five seconds, so that it counts no longer than for a new call.
 *  Where it cannot be looked at (an issuer or a store of sessions is away) he stays who he was for a minute.
 *  @returns asks who he is now. @throws what `authenticate` throws, and `AUTH.SESSION_EXPIRED` where it makes out another one */
export function standingCaller({ principal, authenticate, clock }: StandingCallerOptions): () => Promise<Principal> {
  let [known, at] = [principal, clock.now()];
  let failingSince: number | undefined;
  return async () => {
    const now = clock.now();
    if (isFresh(at, now, LOOK_MS)) return known;
    const current = await authenticate().catch((error: unknown) => {
      failingSince ??= now;
      if (!mayPass(error) || !isFresh(failingSince, now, PATIENCE_MS)) throw error;
      return undefined;
    });
    at = now;
    if (current === undefined) return known;
    failingSince = undefined;
    // Who signed out is a guest from then on, where guests are taken.
    if (current.subject !== principal.subject) throw sessionExpired();
    known = current;
    return known;
  };
}

function mayPass(error: unknown): boolean {
  return error instanceof TributaryError && error.retryable;
}

export function sessionExpired() {
  return permanent('AUTH.SESSION_EXPIRED', 'The session is over: sign in again.', { category: 'unauthenticated' });
}
