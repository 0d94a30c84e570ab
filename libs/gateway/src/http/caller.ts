import { Inject, Injectable, createParamDecorator, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { CallContext } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/authenticate.js';
import { AUTHENTICATOR } from './tokens.js';

const callers = new WeakMap<FastifyRequest, CallContext>();

/** Who calls and until when: the principal by its header, and a signal that aborts when the client goes away. @throws what `authenticate` throws */
export async function callContext(request: FastifyRequest, reply: FastifyReply, authenticator: Authenticator): Promise<CallContext> {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return { principal: await authenticator.authenticateRequest(request), signal: gone.signal };
}

/** Lets nobody reach a controller without a principal. */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(@Inject(AUTHENTICATOR) private readonly authenticator: Authenticator) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const http = execution.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    callers.set(request, await callContext(request, http.getResponse<FastifyReply>(), this.authenticator));
    return true;
  }
}

/** The caller the guard made out, as a controller’s parameter. */
export const Caller = createParamDecorator((_data: unknown, execution: ExecutionContext): CallContext => {
  const caller = callers.get(execution.switchToHttp().getRequest<FastifyRequest>());
  if (caller) return caller;
  throw permanent('AUTH.TOKEN_REQUIRED', 'No caller was made out for this call.', { category: 'unauthenticated' });
});
