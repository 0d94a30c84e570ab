import type { CallContext } from '@tributary/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CallMemory } from '@tributary/state-port';
import { runOnce } from '../idempotency/idempotency.js';

/** What a call with an idempotency key is made of. */
export interface RepeatableRequest<Answer> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: CallContext;
  readonly body: unknown;
  readonly answer: z.ZodType<Answer>;
}

/** Runs the call of a request once for its `Idempotency-Key`; a repeated answer says so in `Idempotency-Replayed`. @throws what `runOnce` throws */
export async function repeatable<Answer>(
  memory: CallMemory,
  { request, reply, caller, body, answer: schema }: RepeatableRequest<Answer>,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const call = {
    key: request.headers['idempotency-key'],
    subject: caller.principal.subject,
    route: `${request.method} ${request.url}`,
    body,
  };
  const { answer, isRepeated } = await runOnce(memory, call, { run, parse: (json) => schema.parse(json) });
  if (isRepeated) void reply.header('idempotency-replayed', 'true');
  return answer;
}
