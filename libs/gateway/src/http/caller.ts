import { Inject, Injectable, createParamDecorator, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { CallContext } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, type AuthenticationOptions } from '../access/authenticate.js';
import { AUTHENTICATION } from './tokens.js';

const callers = new WeakMap<FastifyRequest, CallContext>();

/** Who calls and until when: the principal by its header, and a signal that aborts when the client goes away. */
export function callContext(request: FastifyRequest, reply: FastifyReply, options: AuthenticationOptions): CallContext {
  const principal = authenticate(request.headers.authorization, options);
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return { principal, signal: gone.signal };
}

/** Lets nobody reach a controller without a principal. */
@Injectable()
export class CallerGuard implements CanActivate {
  constructor(@Inject(AUTHENTICATION) private readonly authentication: AuthenticationOptions) {}

  canActivate(execution: ExecutionContext): boolean {
    const http = execution.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    callers.set(request, callContext(request, http.getResponse<FastifyReply>(), this.authentication));
    return true;
  }
}

/** The caller the guard made out, as a controller’s parameter. */
export const Caller = createParamDecorator((_data: unknown, execution: ExecutionContext): CallContext => {
  const caller = callers.get(execution.switchToHttp().getRequest<FastifyRequest>());
  if (caller) return caller;
  throw permanent('AUTH.TOKEN_REQUIRED', 'No caller was made out for this call.', { category: 'unauthenticated' });
});
