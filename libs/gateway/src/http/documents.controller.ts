import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import { DeleteInput, FetchInput, StoreInput, DocumentOutcome, type CallContext, type Operations } from '@tributary/contracts';
import { mergeWriteTokens } from '@tributary/kernel/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Caller, CallerGuard } from './caller.js';
import { parseNdjson, readDocuments, type ReadLine } from './ndjson.js';
import { parseRequest } from './parse-request.js';
import { repeatable } from './repeatable.js';
import { CALL_MEMORY, OPERATIONS } from './tokens.js';
import type { CallMemory } from '../idempotency/idempotency.js';

const MOST_DOCUMENTS = 10_000;

const Documents = z.union(
  [
    z.strictObject({ documents: z.array(z.unknown()).max(MOST_DOCUMENTS) }),
    z.looseObject({ collection: z.string() }).transform((document) => ({ documents: [document] })),
  ],
  { error: 'Send one document, { "documents": […] } with at most 10,000, or lines as application/x-ndjson.' },
);
const Outcomes = z.array(DocumentOutcome);
const ByUri = z.strictObject({ uri: z.string().min(1) });

/** Handing in, reading and removing documents. */
@UseGuards(CallerGuard)
@Controller('api')
export class DocumentsController {
  constructor(
    @Inject(OPERATIONS) private readonly operations: Operations,
    @Inject(CALL_MEMORY) private readonly memory: CallMemory,
  ) {}

  @Post('documents')
  @HttpCode(202)
  async ingest(@Req() request: FastifyRequest, @Caller() caller: CallContext, @Res({ passthrough: true }) reply: FastifyReply) {
    const { body } = request;
    const lines = typeof body === 'string' ? parseNdjson(body) : readDocuments(parseRequest(Documents, body).documents);
    const outcomes = await repeatable(this.memory, { request, reply, caller, answer: Outcomes }, async () => {
      const documents = lines.flatMap((line) => ('document' in line ? [line.document] : []));
      return inOrder(lines, await this.operations.ingestDocuments(documents, caller));
    });
    if (typeof body !== 'string') return withToken(outcomes);
    void reply.header('content-type', 'application/x-ndjson');
    return outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join('');
  }

  @Post('store')
  @HttpCode(200)
  store(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.store(parseRequest(StoreInput, body), caller);
  }

  @Post('delete')
  @HttpCode(200)
  remove(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.delete(parseRequest(DeleteInput, body), caller);
  }

  @Get('documents')
  read(@Query() query: unknown, @Caller() caller: CallContext) {
    const { uri } = parseRequest(ByUri, query);
    return this.operations.fetch(parseRequest(FetchInput, { uri }), caller);
  }

  @Delete('documents')
  removeOne(@Query() query: unknown, @Caller() caller: CallContext) {
    const { uri } = parseRequest(ByUri, query);
    return this.operations.delete(parseRequest(DeleteInput, { ids: [uri] }), caller);
  }
}

/** Beside the outcomes one token that stands for all of them. */
function withToken(documents: readonly DocumentOutcome[]) {
  const token = mergeWriteTokens(documents.flatMap((outcome) => outcome.token ?? []));
  return { documents, ...(token === undefined ? {} : { token }) };
}

/** One outcome per line handed in: those of the accepted documents filled in where their lines stood. */
function inOrder(lines: readonly ReadLine[], accepted: readonly DocumentOutcome[]): DocumentOutcome[] {
  const next = accepted[Symbol.iterator]();
  return lines.flatMap((line) => {
    if ('refused' in line) return [line.refused];
    const { value } = next.next();
    return value === undefined ? [] : [value];
  });
}
