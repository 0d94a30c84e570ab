import { Controller, Inject, Query, Req, Res } from '@nestjs/common';
import { parseRequest, routes, SignInQuery, SignInReturn } from '@tributary/contracts';
import { permanent, toErrorRecord } from '@tributary/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticate.js';
import type { ReportError } from '../http/problem.filter.js';
import { Serves } from '../http/serves.js';
import { AUTHENTICATOR, REPORT } from '../http/tokens.js';
import { readBegun, type BegunSignIn } from './begun-sign-in.js';
import { readCookie, setCookie } from './cookies.js';
import type { IssuerSignIn } from './issuer-sign-in.js';
import { landingOf } from './landing.js';

/** A browser that has not come back from the issuer by then begins again. */
const BEGUN_FOR_MS = 10 * 60_000;
// Lax, since the issuer's page sends the browser back.
const BEGUN = { name: 'tributary_sign_in', path: '/api/session', sameSite: 'Lax' } as const;

/** Sends browsers to the issuer, and takes them back. Both are addresses a browser goes to: what goes wrong is told by a screen of the console. */
@Controller()
export class SignInController {
  constructor(
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
    @Inject(REPORT) private readonly report: ReportError,
  ) {}

  @Serves(routes.beginSignIn)
  async begin(@Query() query: unknown, @Req() { headers }: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const { next, another } = parseRequest(SignInQuery, query);
    try {
      const { begun, location } = await this.#signIn().begin(next, { asAnother: another !== undefined });
      send(reply, location, setCookie(headers, begun.cookie, { ...BEGUN, maxAgeMs: BEGUN_FOR_MS }));
    } catch (error) {
      this.#fail(reply, error, landingOf(next));
    }
  }

  @Serves(routes.finishSignIn)
  async finish(
    @Query() query: unknown,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const begun = readBegun(readCookie(headers, BEGUN.name));
    const forget = setCookie(headers, '', { ...BEGUN, maxAgeMs: 0 });
    try {
      send(reply, begun?.landing ?? '/', forget, await this.#finish(query, { headers, begun }));
    } catch (error) {
      this.#fail(reply, error, begun?.landing ?? '/');
      void reply.header('set-cookie', forget);
    }
  }

  /** @returns the cookie of the new session */
  async #finish(
    query: unknown,
    { headers, begun }: { readonly headers: FastifyRequest['headers']; readonly begun: BegunSignIn | undefined },
  ) {
    const signIn = this.#signIn();
    const session = await signIn.finish(parseRequest(SignInReturn, query), begun);
    // Another one's session in this browser, if there is one, is over.
    await this.authenticator.endSession(headers);
    return this.authenticator.sessions.begin(session, { ...headers, origin: new URL(signIn.entrance.url).origin });
  }

  #signIn(): IssuerSignIn {
    const { signIn } = this.authenticator;
    if (signIn !== undefined) return signIn;
    throw permanent('ROUTE.NOT_FOUND', 'Browsers do not sign in at an issuer here: access.oauth.console is not configured.', {
      category: 'not_found',
    });
  }

  /** The address holds a code, for which the console has words, and nothing that anybody else wrote. */
  #fail(reply: FastifyReply, error: unknown, landing: string): void {
    const { code, category } = toErrorRecord(error);
    if (category === 'not_found' || category === 'invalid') throw error;
    // What a user does is no news; what keeps everybody out is.
    if (code !== 'SIGN_IN.NOT_BEGUN' && code !== 'SIGN_IN.REFUSED' && code !== 'SIGN_IN.EXPIRED') this.report(error);
    send(reply, `/sign-in?${new URLSearchParams({ failed: code, next: landing }).toString()}`);
  }
}

function send(reply: FastifyReply, location: string, ...cookies: readonly string[]): void {
  void reply.status(303).header('location', location).header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  if (cookies.length > 0) void reply.header('set-cookie', cookies);
}
