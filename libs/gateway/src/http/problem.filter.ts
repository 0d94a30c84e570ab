import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { TributaryError, permanent, type ErrorCategory } from '@tributary/kernel';
import type { FastifyReply } from 'fastify';
import { challengeFor } from '../access/challenge.js';
import type { ProtectedResource } from '../access/protected-resource.js';
import { toProblem } from './problem.js';

/** Where errors of unexpected kind are written; ids and codes only. */
export type ReportError = (error: unknown) => void;

export interface ProblemOptions {
  readonly report: ReportError;
  /** Where an issuer of tokens is configured. */
  readonly resource?: ProtectedResource | undefined;
}

/** The one place where errors become HTTP answers. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #options: ProblemOptions;

  constructor(options: ProblemOptions) {
    this.#options = options;
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    sendProblem(host.switchToHttp().getResponse<FastifyReply>(), thrown, this.#options);
  }
}

/** Answers with the thrown value as a problem document. */
export function sendProblem(reply: FastifyReply, thrown: unknown, { report, resource }: ProblemOptions): void {
  const problem = problemOf(thrown);
  if (problem.status === 500 && !isGivenUp(thrown, reply)) report(thrown);
  if (problem.retry_after_ms !== undefined) void reply.header('retry-after', Math.ceil(problem.retry_after_ms / 1000).toString());
  const challenge = challengeFor(thrown, reply.request.url, resource);
  if (challenge !== undefined) void reply.header('www-authenticate', challenge);
  void reply.status(problem.status).header('content-type', 'application/problem+json').send(JSON.stringify(problem));
}

/** A client that breaks its upload off hears no answer, and it is no defect of ours. */
function isGivenUp(thrown: unknown, { request: { raw } }: FastifyReply): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ECONNRESET' && raw.destroyed && !raw.complete;
}

const BY_STATUS: ReadonlyMap<number, readonly [code: string, category: ErrorCategory, message: string]> = new Map([
  [400, ['REQUEST.MALFORMED', 'invalid', 'The body is not well-formed JSON: check quotes, commas and the content-type header.']],
  [404, ['ROUTE.NOT_FOUND', 'not_found', 'There is nothing at this address: the API stands below /api, MCP at /mcp.']],
  [413, ['REQUEST.TOO_LARGE', 'too_large', 'The body is larger than the server takes: send fewer documents at once.']],
  [415, ['REQUEST.MEDIA_TYPE', 'invalid', 'Send JSON with content-type application/json (or application/x-ndjson where lines are taken).']],
]);

/** Errors of the web framework (a body that is not JSON, an unknown route) get codes of ours and keep their status. */
function problemOf(thrown: unknown) {
  const status = statusOf(thrown);
  const known = status === undefined ? undefined : BY_STATUS.get(status);
  if (status === undefined || known === undefined) return toProblem(thrown);
  const [code, category, message] = known;
  return { ...toProblem(permanent(code, message, { category, cause: thrown })), status };
}

function statusOf(thrown: unknown): number | undefined {
  // The framework writes a status of its own on what ends a body.
  if (thrown instanceof TributaryError) return undefined;
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof Error && 'statusCode' in thrown && typeof thrown.statusCode === 'number') return thrown.statusCode;
  return undefined;
}
