import { createHash, randomBytes } from 'node:crypto';
import type { Principal } from '@tributary/contracts';
import { permanent, systemClock, type Clock } from '@tributary/kernel';

const LIFE_MS = 12 * 3_600_000;
const MOST_SESSIONS = 1000;
const COOKIE = 'tributary_console';

interface Session {
  readonly principal: Principal;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** What a browser that signed in is known by: a random text in a cookie that no script reads. Kept in this process, as digests; they end with it. */
export class ConsoleSessions {
  readonly #codes = new Map<string, Session>();
  readonly #sessions = new Map<string, Session>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** A code that signs a browser in as the principal, once, within twelve hours. */
  issueCode(principal: Principal): string {
    return this.#add(this.#codes, principal);
  }

  /** @throws `AUTH.CODE_INVALID` */
  redeem(code: string): Principal {
    const issued = this.#find(this.#codes, code);
    this.#codes.delete(digestOf(code));
    if (issued !== undefined) return issued.principal;
    throw permanent(
      'AUTH.CODE_INVALID',
      'The link was used before or has expired: start the server again for a new one, or sign in with the token in server.json of the data folder.',
      { category: 'unauthenticated' },
    );
  }

  /** @returns the `Set-Cookie` header of a new session */
  begin(principal: Principal, { isSecure }: { readonly isSecure: boolean }): string {
    return cookie(this.#add(this.#sessions, principal), { maxAgeMs: LIFE_MS, isSecure });
  }

  /** Whose session a `Cookie` header names. */
  principalOf(header: string | undefined): Principal | undefined {
    const id = idOf(header);
    return id === undefined ? undefined : this.#find(this.#sessions, id)?.principal;
  }

  /** @returns the `Set-Cookie` header that makes the browser forget */
  end(header: string | undefined): string {
    const id = idOf(header);
    if (id !== undefined) this.#sessions.delete(digestOf(id));
    return cookie('', { maxAgeMs: 0, isSecure: false });
  }

  #add(sessions: Map<string, Session>, principal: Principal): string {
    const secret = randomBytes(32).toString('hex');
    sessions.set(digestOf(secret), { principal, until: this.#clock.now() + LIFE_MS });
    const oldest = sessions.keys().next().value;
    if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    return secret;
  }

  #find(sessions: Map<string, Session>, secret: string): Session | undefined {
    const found = sessions.get(digestOf(secret));
    return found !== undefined && found.until > this.#clock.now() ? found : undefined;
  }
}

function idOf(header: string | undefined): string | undefined {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f]{64})(?:;|$)`).exec(header ?? '')?.[1];
}

// Sent to the API alone, never with a request that another site made, and out of reach of scripts.
function cookie(value: string, { maxAgeMs, isSecure }: { readonly maxAgeMs: number; readonly isSecure: boolean }): string {
  const seconds = Math.floor(maxAgeMs / 1000).toString();
  return `${COOKIE}=${value}; Path=/api; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
}

/** Found by digest, so that the time of a refusal tells nothing. */
function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}
