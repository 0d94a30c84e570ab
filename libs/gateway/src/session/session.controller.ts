import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { parseRequest, type Principal, routes, type SessionAnswer, SessionInput, type SignOutAnswer } from '@tributary/contracts';
import { hasCode, permanent } from '@tributary/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticate.js';
import { Serves } from '../http/serves.js';
import { AUTHENTICATOR } from '../http/tokens.js';
import { isLocal } from './cookies.js';

/** Signing a browser in and out, and saying who it is. */
@Controller()
export class SessionController {
  constructor(@Inject(AUTHENTICATOR) private readonly authenticator: Authenticator) {}

  @Serves(routes.session)
  async who(@Req() { headers, method }: FastifyRequest): Promise<SessionAnswer> {
    try {
      const isSignedIn = headers.authorization === undefined && (await this.authenticator.hasSession(headers));
      return this.#answer(await this.authenticator.authenticateRequest({ headers, method }), isSignedIn);
    } catch (error) {
      if (hasCode(error, 'AUTH.TOKEN_REQUIRED') || hasCode(error, 'AUTH.SESSION_EXPIRED')) return this.#answer(undefined, false);
      throw error;
    }
  }

  @Serves(routes.signIn)
  async signIn(
    @Body() body: unknown,
    @Req() { headers }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    const { sessions } = this.authenticator;
    requireKeepable(headers);
    const given = parseRequest(SessionInput, body);
    const token = 'code' in given ? await sessions.redeem(given.code) : given.token;
    const principal = await this.authenticator.authenticate(`Bearer ${token}`);
    void reply.header('set-cookie', await sessions.begin(sessions.recordOf(token), headers));
    return this.#answer(principal, true);
  }

  @Serves(routes.signOut)
  async signOut(@Req() { headers }: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<SignOutAnswer> {
    const { cookie, wasIssuers } = await this.authenticator.endSession(headers);
    void reply.header('set-cookie', cookie);
    // Signed out here all the same while the issuer is away.
    const address = wasIssuers ? await this.authenticator.signIn?.signOutAddress().catch(() => undefined) : undefined;
    return address === undefined ? {} : { issuer_sign_out: address };
  }

  #answer(principal: Principal | undefined, isSignedIn: boolean): SessionAnswer {
    const { signIn } = this.authenticator;
    return {
      signed_in: isSignedIn,
      ...(principal === undefined ? {} : { caller: callerOf(principal) }),
      ...(signIn === undefined ? {} : { sign_in: signIn.entrance }),
      ...(this.authenticator.needsToken ? { needs_token: true } : {}),
    };
  }
}

/** A browser sends the cookie of a session over TLS alone, unless it is on the server’s own machine; else signing in would seem to work and would not. */
function requireKeepable({ host, origin }: FastifyRequest['headers']): void {
  if (isLocal(host) || origin?.startsWith('http:') !== true) return;
  throw permanent(
    'SESSION.NEEDS_HTTPS',
    'Signing in needs https, since a session travels with every call: put a proxy with a certificate before the server, or open the console on the machine of the server.',
    { category: 'denied' },
  );
}

function callerOf({ subject, user_id: userId, scopes, unrestricted }: Principal) {
  return { subject, ...(userId === undefined ? {} : { user_id: userId }), scopes: [...scopes], is_owner: unrestricted };
}
