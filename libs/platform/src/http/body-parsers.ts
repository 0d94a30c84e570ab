import { KIB, MIB, isLinesOfJson, mediaTypeOf, permanent } from '@tributary/kernel';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest, type RequestPayload } from 'fastify';
import { discard } from './discard.js';
import { HeldBodies, type BodyRoom } from './held-bodies.js';
import { measureJson } from './json-measure.js';
import { smallBody } from './small-body.js';
import { watchedBody } from './watched-body.js';

const MOST_NESTING = 64;
/** Objects and lists of one body: many empty ones take many times the memory of their text. */
const MOST_PARTS = 1_000_000;
/** Also with letters of it escaped. */
const PROTOTYPE = /__proto__|\\u00[5-7]/;
const USUAL_LIMIT = 1024 * KIB;
const DOCUMENT_LIMIT = 48 * MIB;
/** As far as its reader takes any. */
const LARGEST_FILE = 64 * MIB;
/** Where whole documents are handed in; everywhere else a body is a question. */
const TAKES_DOCUMENTS = /^\/(?:api\/(?:documents|store)|mcp)(?:\/|$)/;

const TAKES_STREAMS = /^\/api\/documents\/?$/;
const JSON_TYPE = 'application/json';
const OF_FORMS = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/** What is read of anybody: who signs in has no token yet. */
const READ_OF_ANYBODY = 64 * KIB;
/** What is no larger than a question needs no room kept for it. */
const NEEDS_NO_ROOM = USUAL_LIMIT;
/** By so much the room grows of a body that does not say how large it is. */
const STEP = MIB;
const PATIENCE_MS = 60_000;

/** By which name a caller’s bodies are counted. Rejects where he is not known. */
type Identify = (request: FastifyRequest) => Promise<string>;

export interface BodyOptions {
  /** Tells who calls, by throwing where nobody known does: asked before a body is read that is larger than what anybody may send. Left out: every body is read. */
  readonly identify?: Identify;
  /** For how long no byte may come of a body that is held as a whole. Left out: a minute. */
  readonly bodyPatienceMs?: number;
}

/** Takes JSON; where documents are handed in, also lines and files as the streams they are, whose reader sets limits of his own. Nothing else is read.
 *  JSON is at most 1 MB, 48 MB where documents are handed in; above 64 kB the caller has to be known before any of it is read, of a body that does not say how large it is before
 *  more of it is. */
export function installBodyParsers(server: FastifyInstance, { identify, bodyPatienceMs: patienceMs = PATIENCE_MS }: BodyOptions): void {
  server.addHook('onRoute', (route) => {
    route.bodyLimit = TAKES_DOCUMENTS.test(route.url) ? DOCUMENT_LIMIT : USUAL_LIMIT;
  });
  const held = new HeldBodies();
  server.addHook('preParsing', async (request, reply, payload) => {
    const size = sizeOf(request);
    const known = await identified(identify, request, { size, payload });
    if (typeof known === 'object') return known;
    try {
      refuseLarge(request, size);
      if (known === undefined || reply.raw.destroyed || !needsRoom(request, size)) return payload;
      return heldBody({ room: held.roomOf(known), size, payload, patienceMs }, { request, reply });
    } catch (error) {
      await discard(payload, size.length);
      throw error;
    }
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, body: string) =>
    Promise.resolve(parseJson(body)),
  );
  server.addContentTypeParser('*', async (request: FastifyRequest, body: unknown) => {
    if (isStreamed(request)) return Promise.resolve(body);
    throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type']);
  });
}

/** As the sender says it. */
interface BodySize {
  /** Bytes; 0 where he does not tell. */
  readonly length: number;
  readonly isTold: boolean;
}

function sizeOf({ headers }: FastifyRequest): BodySize {
  return { length: Number(headers['content-length'] ?? 0), isTold: headers['transfer-encoding'] === undefined };
}

interface Body {
  readonly size: BodySize;
  readonly payload: RequestPayload;
}

/** Parsing takes time and memory long before a route asks who calls.
 *  @returns who calls, undefined where that need not be known yet; or the body, where it is small after all: who signs in need not say how long it is.
 *  @throws what `identify` does */
async function identified(identify: Identify | undefined, request: FastifyRequest, { size, payload }: Body) {
  if (identify === undefined || (size.isTold && size.length <= READ_OF_ANYBODY)) return undefined;
  try {
    return await identify(request);
  } catch (error) {
    const small = size.isTold || isStreamed(request) ? undefined : await smallBody(payload, READ_OF_ANYBODY);
    if (small !== undefined) return small;
    await discard(payload, size.length);
    throw error;
  }
}

/** @throws `REQUEST.TOO_LARGE` */
function refuseLarge(request: FastifyRequest, { length }: BodySize): void {
  if (isStreamed(request) || length <= request.routeOptions.bodyLimit) return;
  throw permanent(
    'REQUEST.TOO_LARGE',
    'The body is larger than the server takes: ask a shorter question, or send fewer documents at once.',
    { category: 'too_large' },
  );
}

/** What does not say how large it is may come to need it. */
function needsRoom(request: FastifyRequest, { length, isTold }: BodySize): boolean {
  return !isTakenAsItComes(request) && (!isTold || length > NEEDS_NO_ROOM);
}

interface HeldBody extends Body {
  readonly room: BodyRoom;
  readonly patienceMs: number;
}

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A body that is held as a whole has its room until it is answered: before it is read where it says how large it is, else as it comes. One that comes no further ends.
 *  @throws `LIMIT.BODIES` */
function heldBody({ room, size, payload, patienceMs }: HeldBody, { request, reply: { raw } }: Call): RequestPayload {
  const most = isStreamed(request) ? LARGEST_FILE : request.routeOptions.bodyLimit;
  if (size.isTold) room.keep(Math.min(size.length, most));
  raw.once('close', () => {
    room.giveBack();
  });
  return watchedBody(payload, {
    patienceMs,
    onBytes: (length) => {
      if (!size.isTold && length > NEEDS_NO_ROOM) room.keep(Math.min(Math.ceil(length / STEP) * STEP, most));
    },
    onStall: () => {
      room.giveBack();
      // With the answer the connection ends: what is left of the body would stand before the next request.
      raw.shouldKeepAlive = false;
    },
  });
}

/** Lines are, unless their answer has to be kept. */
function isTakenAsItComes(request: FastifyRequest): boolean {
  const { 'content-type': type, 'idempotency-key': key } = request.headers;
  return isStreamed(request) && isLinesOfJson(type) && key === undefined;
}

/** Lines and files, where documents are handed in. What a form of any web page can send without being asked is none of them. */
function isStreamed({ headers, routeOptions }: FastifyRequest): boolean {
  const type = mediaTypeOf(headers['content-type']);
  return TAKES_STREAMS.test(routeOptions.url ?? '') && type !== '' && type !== JSON_TYPE && !OF_FORMS.has(type);
}

/** @throws `REQUEST.MALFORMED`, `REQUEST.TOO_DEEP`, `REQUEST.TOO_LARGE` */
function parseJson(body: string): unknown {
  if (body.trim() === '') return undefined;
  const { depth, parts } = measureJson(body);
  if (depth > MOST_NESTING) {
    throw permanent('REQUEST.TOO_DEEP', `The body nests deeper than ${MOST_NESTING.toString()} levels: write it flatter.`);
  }
  if (parts > MOST_PARTS) {
    const most = MOST_PARTS.toLocaleString('en');
    throw permanent('REQUEST.TOO_LARGE', `The body has more than ${most} objects and lists: send fewer documents at once.`, {
      category: 'too_large',
    });
  }
  try {
    // Each value is looked at only where a key may be the one: that takes four times as long.
    return PROTOTYPE.test(body) ? JSON.parse(body, withoutPrototype) : JSON.parse(body);
  } catch (cause) {
    throw permanent('REQUEST.MALFORMED', 'The body is not well-formed JSON: check quotes and commas.', { cause });
  }
}

/** Leaves out keys that would reach an object’s prototype when the value is merged somewhere. */
function withoutPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}
