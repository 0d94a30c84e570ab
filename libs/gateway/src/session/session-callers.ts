import { setTimeout as pause } from 'node:timers/promises';
import type { Principal } from '@tributary/contracts';
import { systemClock, toErrorRecord, type Clock } from '@tributary/kernel';
import { issuerUnavailable } from '../access/issuer-metadata.js';
import type { ConsoleSessions } from './console-sessions.js';
import type { BrowserRequest } from './cookies.js';
import type { IssuerSignIn } from './issuer-sign-in.js';
import type { IssuerSession } from './session-record.js';

const [LOOK_AGAIN_MS, GIVE_UP_MS] = [50, 10_000];

interface SessionCallersOptions {
  readonly sessions: ConsoleSessions;
  /** Whom a token stands for. */
  readonly authenticate: (token: string) => Promise<Principal>;
  /** Where browsers sign in at an issuer. */
  readonly signIn?: IssuerSignIn | undefined;
  readonly clock?: Clock | undefined;
}

/** Makes principals of the sessions of browsers. */
export class SessionCallers {
  readonly #with: SessionCallersOptions;
  readonly #clock: Clock;

  constructor({ clock = systemClock, ...options }: SessionCallersOptions) {
    this.#with = options;
    this.#clock = clock;
  }

  /** Undefined for a browser without a session, `ended` for one whose session is over, or whose token is no longer taken.
   *  @throws `AUTH.ISSUER_UNAVAILABLE`, `SESSION.UNAVAILABLE` */
  async callerOf(request: BrowserRequest): Promise<Principal | 'ended' | undefined> {
    const found = await this.#with.sessions.find(request);
    if (found === undefined || found === 'ended') return found;
    if (found.record.by === 'token') return this.#ofToken(found.record.token);
    const session = found.record.until > this.#clock.now() ? found.record : await this.#renewed(found.id);
    return session === 'ended' ? session : session.principal;
  }

  async #ofToken(token: string): Promise<Principal | 'ended'> {
    try {
      return await this.#with.authenticate(token);
    } catch (error) {
      if (toErrorRecord(error).category === 'unauthenticated') return 'ended';
      throw error;
    }
  }

  async #renewed(id: string): Promise<IssuerSession | 'ended'> {
    const { sessions, signIn } = this.#with;
    const begun = this.#clock.now();
    do {
      const outcome = await sessions.renew(id, async (session) => signIn?.renew(session));
      if (outcome !== 'busy') return outcome;
      await pause(LOOK_AGAIN_MS);
    } while (this.#clock.now() - begun < GIVE_UP_MS);
    throw issuerUnavailable('The session cannot be renewed now: try again in a moment.', undefined);
  }
}
