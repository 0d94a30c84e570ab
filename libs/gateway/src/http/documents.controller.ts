import { Body, Controller, Inject, Query, Req, Res } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  type CallContext,
  DeleteInput,
  DocumentOutcome,
  FetchInput,
  FileQuery,
  LinesQuery,
  type Operations,
  parseRequest,
  routes,
  StoreInput,
} from '@tributary/contracts';
import { MIB, isLinesOfJson, permanent } from '@tributary/kernel';
import { mergeWriteTokens } from '@tributary/kernel/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { chunksOf, drain, wholeBody } from '../handing-in/body.js';
import { handInFile, requireExtractable, type FileExtractor } from '../handing-in/hand-in-file.js';
import { handIn } from '../handing-in/hand-in.js';
import { AnswerLines, wholeAnswer } from '../handing-in/lines-answer.js';
import { takePosted, wholeLines } from '../handing-in/posted-lines.js';
import { readDocuments } from '../handing-in/read-documents.js';
import { Caller } from './caller.js';
import type { ReportError } from './problem.filter.js';
import { repeatable } from './repeatable.js';
import { Serves } from './serves.js';
import { CALL_MEMORY, EXTRACTOR, OPERATIONS, REPORT } from './tokens.js';
import type { CallMemory } from '@tributary/state-port';

const MOST_DOCUMENTS = 10_000;

const Documents = z.union(
  [
    z.strictObject({ documents: z.array(z.unknown()).max(MOST_DOCUMENTS) }),
    z.looseObject({ collection: z.string(), documents: z.undefined().optional() }).transform((document) => ({ documents: [document] })),
  ],
  { error: 'Send one document, { "documents": […] } with at most 10,000, or lines as application/x-ndjson.' },
);
const Outcomes = z.array(DocumentOutcome);
const ByUri = z.strictObject({ uri: z.string().min(1) });
const LINES = 'application/x-ndjson';
/** As far as it is a name at all: what is wrong with it is told later. */
const NameOfFile = z.object({ name: z.string().optional().catch(undefined) });
const LARGEST_FILE = 64 * MIB;

interface DocumentsCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: CallContext;
}

/** Handing in, reading and removing documents. */
@Controller()
export class DocumentsController {
  constructor(
    @Inject(OPERATIONS) private readonly operations: Operations,
    @Inject(CALL_MEMORY) private readonly memory: CallMemory,
    @Inject(EXTRACTOR) private readonly extractor: FileExtractor | undefined,
    @Inject(REPORT) private readonly report: ReportError,
  ) {}

  @Serves(routes.ingestDocuments)
  async ingest(@Req() request: FastifyRequest, @Caller() caller: CallContext, @Res({ passthrough: true }) reply: FastifyReply) {
    const { body } = request;
    const call = { request, reply, caller };
    if (body instanceof Readable) return isLines(request) ? this.#ingestLines(body, call) : this.#ingestFile(body, call);
    requireNoQuery(request);
    const lines = readDocuments(parseRequest(Documents, body).documents);
    return withToken(
      await repeatable(this.memory, { ...call, body, answer: Outcomes }, () => handIn(lines, { operations: this.operations, caller })),
    );
  }

  /** Lines are taken as they come; with an idempotency key, whose answer has to be kept, all at once. */
  async #ingestLines(body: Readable, { request, reply, caller }: DocumentsCall) {
    const { answer } = parseRequest(LinesQuery, request.query);
    const { operations, memory, report } = this;
    const posted = { body, length: contentLength(request), operations, caller, answer, report };
    if (request.headers['idempotency-key'] === undefined) {
      const lines = await takePosted(posted);
      void reply.header('content-type', LINES);
      return lines;
    }
    const whole = await wholeLines(body);
    const answered = await repeatable(memory, { request, reply, caller, body: whole.text, answer: AnswerLines }, async () =>
      wholeAnswer(answer, await handIn(whole.lines, { operations, caller })),
    );
    void reply.header('content-type', LINES);
    return answered.map((one) => `${JSON.stringify(one)}\n`).join('');
  }

  async #ingestFile(body: Readable, { request, reply, caller }: DocumentsCall) {
    const mediaType = request.headers['content-type'] ?? '';
    const to = { operations: this.operations, caller };
    const known = async () => {
      // Who sends no file at all is told that, not what a file lacks.
      const extractor = await requireExtractable(this.extractor, { mediaType, query: NameOfFile.parse(request.query) }, to);
      return { extractor, query: parseRequest(FileQuery, request.query) };
    };
    const { extractor, query } = await known().catch(async (error: unknown) => {
      await drain(chunksOf(body)).catch(() => undefined);
      throw error;
    });
    const bytes = await wholeBody(body, LARGEST_FILE);
    const call = { request, reply, caller, body: createHash('sha256').update(bytes).digest('hex'), answer: Outcomes };
    return withToken(await repeatable(this.memory, call, () => handInFile(extractor, { bytes, mediaType, query }, to)));
  }

  @Serves(routes.store)
  store(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.store(parseRequest(StoreInput, body), caller);
  }

  @Serves(routes.delete)
  remove(@Body() body: unknown, @Caller() caller: CallContext) {
    return this.operations.delete(parseRequest(DeleteInput, body), caller);
  }

  @Serves(routes.readDocument)
  read(@Query() query: unknown, @Caller() caller: CallContext) {
    const { uri } = parseRequest(ByUri, query);
    return this.operations.fetch(parseRequest(FetchInput, { uri }), caller);
  }

  @Serves(routes.deleteDocument)
  removeOne(@Query() query: unknown, @Caller() caller: CallContext) {
    const { uri } = parseRequest(ByUri, query);
    return this.operations.delete(parseRequest(DeleteInput, { ids: [uri] }), caller);
  }
}

function isLines({ headers }: FastifyRequest): boolean {
  return isLinesOfJson(headers['content-type']);
}

/** JSON says everything in its body: what stands beside it in the address would be lost, and with `user_id` whom the document is for.
 *  @throws `REQUEST.INVALID` */
function requireNoQuery({ query }: FastifyRequest): void {
  const names = Object.keys(z.looseObject({}).parse(query));
  if (names.length === 0) return;
  throw permanent(
    'REQUEST.INVALID',
    `${names.join(', ')} in the address: does not apply to JSON. Write it into each document; answer is for lines (${LINES}), the others are for files.`,
  );
}

function contentLength({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** Beside the outcomes one token that stands for all of them. */
function withToken(documents: readonly DocumentOutcome[]) {
  const token = mergeWriteTokens(documents.flatMap((outcome) => outcome.token ?? []));
  return { documents, ...(token === undefined ? {} : { token }) };
}
