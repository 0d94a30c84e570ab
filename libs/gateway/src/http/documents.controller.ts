import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Query, Res, UseGuards } from '@nestjs/common';
import { DeleteInput, FetchInput, StoreInput, type DocumentOutcome, type CallContext, type Operations } from '@tributary/contracts';
import { mergeWriteTokens } from '@tributary/kernel/ids';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Caller, CallerGuard } from './caller.js';
import { parseNdjson, readDocuments, type ReadLine } from './ndjson.js';
import { parseRequest } from './parse-request.js';
import { OPERATIONS } from './tokens.js';

const MOST_DOCUMENTS = 10_000;

const Documents = z.union(
  [
    z.strictObject({ documents: z.array(z.unknown()).max(MOST_DOCUMENTS) }),
    z.looseObject({ collection: z.string() }).transform((document) => ({ documents: [document] })),
  ],
  { error: 'Send one document, { "documents": […] } with at most 10,000, or lines as application/x-ndjson.' },
);
const ByUri = z.strictObject({ uri: z.string().min(1) });

/** Handing in, reading and removing documents. */
@UseGuards(CallerGuard)
@Controller('api')
export class DocumentsController {
  constructor(@Inject(OPERATIONS) private readonly operations: Operations) {}

  @Post('documents')
  @HttpCode(202)
  async ingest(@Body() body: unknown, @Caller() caller: CallContext, @Res({ passthrough: true }) reply: FastifyReply) {
    const lines = typeof body === 'string' ? parseNdjson(body) : readDocuments(parseRequest(Documents, body).documents);
    const accepted = await this.operations.ingestDocuments(
      lines.flatMap((line) => ('document' in line ? [line.document] : [])),
      caller,
    );
    const outcomes = inOrder(lines, accepted);
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
function inOrder(lines: readonly ReadLine[], accepted: readonly DocumentOutcome[]): readonly DocumentOutcome[] {
  const next = accepted[Symbol.iterator]();
  return lines.flatMap((line) => {
    if ('refused' in line) return [line.refused];
    const { value } = next.next();
    return value === undefined ? [] : [value];
  });
}
