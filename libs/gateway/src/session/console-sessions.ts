import { randomBytes } from 'node:crypto';
import { permanent, systemClock, type Clock } from '@tributary/kernel';
import { readCookie, setCookie, type BrowserRequest } from './cookies.js';
import { MemorySessionStore } from './memory-session-store.js';
import { placeOf, seal, unseal, type IssuerSession, type SessionRecord } from './session-record.js';
import type { SessionStore } from '@tributary/state-port';

/** Longest a session lasts, whatever renews it. */
export const SESSION_LIFE_MS = 12 * 3_600_000;
const COOKIE = 'tributary_console';
/** Longer than an issuer may take. */
const RENEWAL_MS = 20_000;

/** A session that a request names, and its id. */
export interface FoundSession {
  readonly id: string;
  readonly record: SessionRecord;
}

interface ConsoleSessionsOptions {
  /** Left out: in this process. */
  readonly store?: SessionStore | undefined;
  readonly clock?: Clock | undefined;
}

/** What a browser that signed in is known by: a random text in a cookie that no script reads. What it stands for is kept sealed in the store. */
export class ConsoleSessions {
  readonly #store: SessionStore;
  readonly #clock: Clock;

  constructor({ clock = systemClock, store = new MemorySessionStore(clock) }: ConsoleSessionsOptions = {}) {
    this.#store = store;
    this.#clock = clock;
  }

  /** A code that signs a browser in with the token, once, within twelve hours. */
  async issueCode(token: string): Promise<string> {
    const code = newId();
    await this.#store.set(placeOf(`code:${code}`), seal(this.recordOf(token), code), SESSION_LIFE_MS);
    return code;
  }

  /** @returns the token of the code. @throws `AUTH.CODE_INVALID` */
  async redeem(code: string): Promise<string> {
    const sealed = await this.#store.take(placeOf(`code:${code}`));
    const record = sealed === undefined ? undefined : unseal(sealed, code);
    if (record?.by === 'token') return record.token;
    throw permanent(
      'AUTH.CODE_INVALID',
      'The link was used before or has expired: start the server again for a new one, or sign in with the token in server.json of the data folder.',
      { category: 'unauthenticated' },
    );
  }

  /** What is remembered of a browser that signs in with a token. */
  recordOf(token: string): SessionRecord {
    return { by: 'token', token, ends: this.#clock.now() + SESSION_LIFE_MS };
  }

  /** @returns the `Set-Cookie` header of a new session */
  async begin(record: SessionRecord, request: BrowserRequest): Promise<string> {
    const id = newId();
    const maxAgeMs = this.#leftOf(record);
    await this.#store.set(placeOf(id), seal(record, id), maxAgeMs);
    return cookie(id, { request, maxAgeMs });
  }

  /** Whose session a request names: undefined for none, `ended` for one that is not, or no longer, there. */
  async find(request: BrowserRequest): Promise<FoundSession | 'ended' | undefined> {
    const id = idOf(request);
    if (id === undefined) return undefined;
    const record = await this.#read(id);
    return record === undefined ? 'ended' : { id, record };
  }

  /** Lets one of all who ask at once renew what the issuer vouched for, in whichever replica.
   *  @param renew undefined: the issuer no longer vouches, and the session ends
   *  @returns `busy` while another one does, `ended` where the session is over */
  async renew(
    id: string,
    renew: (session: IssuerSession) => Promise<IssuerSession | undefined>,
  ): Promise<IssuerSession | 'busy' | 'ended'> {
    const lock = placeOf(`renewal:${id}`);
    if (!(await this.#store.claim(lock, RENEWAL_MS))) return 'busy';
    try {
      const before = await this.#read(id);
      if (before?.by !== 'issuer') return 'ended';
      // Another one was faster.
      if (before.until > this.#clock.now()) return before;
      const renewed = await renew(before);
      if (renewed === undefined) await this.#store.take(placeOf(id));
      // A browser that signed out meanwhile stays signed out.
      else if (await this.#store.replace(placeOf(id), seal(renewed, id), this.#leftOf(renewed))) return renewed;
      return 'ended';
    } finally {
      await this.#store.take(lock);
    }
  }

  /** Ends the session that a request names. @returns what was remembered, and the `Set-Cookie` header that makes the browser forget */
  async end(request: BrowserRequest): Promise<{ readonly record: SessionRecord | undefined; readonly cookie: string }> {
    const id = idOf(request);
    const sealed = id === undefined ? undefined : await this.#store.take(placeOf(id));
    const record = id === undefined || sealed === undefined ? undefined : unseal(sealed, id);
    return { record, cookie: cookie('', { request, maxAgeMs: 0 }) };
  }

  async #read(id: string): Promise<SessionRecord | undefined> {
    const sealed = await this.#store.get(placeOf(id));
    const record = sealed === undefined ? undefined : unseal(sealed, id);
    return record === undefined || this.#leftOf(record) <= 0 ? undefined : record;
  }

  #leftOf({ ends }: SessionRecord): number {
    return ends - this.#clock.now();
  }
}

function newId(): string {
  return randomBytes(32).toString('hex');
}

function idOf(request: BrowserRequest): string | undefined {
  const id = readCookie(request, COOKIE);
  return id !== undefined && /^[0-9a-f]{64}$/.test(id) ? id : undefined;
}

// Never sent with a request that another site made: neither to the API nor to MCP, whose tools the playground calls.
function cookie(value: string, { request, maxAgeMs }: { readonly request: BrowserRequest; readonly maxAgeMs: number }): string {
  return setCookie(request, value, { name: COOKIE, path: '/', sameSite: 'Strict', maxAgeMs });
}
