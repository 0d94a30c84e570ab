import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { SessionInput, type Principal, type SessionAnswer } from '@tributary/contracts';
import { hasCode } from '@tributary/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticate.js';
import { parseRequest } from '../http/parse-request.js';
import { AUTHENTICATOR } from '../http/tokens.js';

/** Signing a browser in and out, and saying who it is. */
@Controller('api/session')
export class SessionController {
  constructor(@Inject(AUTHENTICATOR) private readonly authenticator: Authenticator) {}

  @Get()
  async who(@Req() { headers, method }: FastifyRequest): Promise<SessionAnswer> {
    const isSignedIn = headers.authorization === undefined && this.authenticator.sessions.principalOf(headers.cookie) !== undefined;
    try {
      return answer(await this.authenticator.authenticateRequest({ headers, method }), isSignedIn);
    } catch (error) {
      if (hasCode(error, 'AUTH.TOKEN_REQUIRED')) return { signed_in: false };
      throw error;
    }
  }

  @Post()
  @HttpCode(200)
  async signIn(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionAnswer> {
    const { sessions } = this.authenticator;
    const given = parseRequest(SessionInput, body);
    const principal = 'code' in given ? sessions.redeem(given.code) : await this.authenticator.authenticate(`Bearer ${given.token}`);
    void reply.header('set-cookie', sessions.begin(principal, { isSecure: request.protocol === 'https' }));
    return answer(principal, true);
  }

  @Delete()
  signOut(@Req() { headers }: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): object {
    void reply.header('set-cookie', this.authenticator.sessions.end(headers.cookie));
    return {};
  }
}

function answer({ subject, user_id: userId, scopes, unrestricted }: Principal, isSignedIn: boolean): SessionAnswer {
  const caller = { subject, ...(userId === undefined ? {} : { user_id: userId }), scopes: [...scopes], is_owner: unrestricted };
  return { signed_in: isSignedIn, caller };
}
