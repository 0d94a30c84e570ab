import { KIB, MIB, mediaTypeOf, permanent } from '@tributary/kernel';
import { errorCodes, type FastifyInstance, type FastifyRequest, type RequestPayload } from 'fastify';
import { discard } from './discard.js';
import { measureJson } from './json-measure.js';
import { smallBody } from './small-body.js';

const MOST_NESTING = 64;
/** Objects and lists of one body: many empty ones take many times the memory of their text. */
const MOST_PARTS = 1_000_000;
/** Also with letters of it escaped. */
const PROTOTYPE = /__proto__|\\u00[5-7]/;
const USUAL_LIMIT = 1024 * KIB;
const DOCUMENT_LIMIT = 48 * MIB;
/** Where whole documents are handed in; everywhere else a body is a question. */
const TAKES_DOCUMENTS = /^\/(?:api\/(?:documents|store)|mcp)(?:\/|$)/;

const TAKES_STREAMS = /^\/api\/documents\/?$/;
const JSON_TYPE = 'application/json';
const OF_FORMS = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/** What is read of anybody: who signs in has no token yet. */
const READ_OF_ANYBODY = 64 * KIB;

/** Rejects where the caller is not known. */
export type Identify = (request: FastifyRequest) => Promise<unknown>;

/** Takes JSON; where documents are handed in, also lines and files as the streams they are, whose reader sets limits of his own. Nothing else is read.
 *  JSON is at most 1 MB, 48 MB where documents are handed in; above 64 kB the caller has to be known before any of it is read, of a body that does not say how large it is before
 *  more of it is. */
export function installBodyParsers(server: FastifyInstance, identify?: Identify): void {
  server.addHook('onRoute', (route) => {
    route.bodyLimit = TAKES_DOCUMENTS.test(route.url) ? DOCUMENT_LIMIT : USUAL_LIMIT;
  });
  server.addHook('preParsing', async (request, _reply, payload) => {
    const { 'content-length': given, 'transfer-encoding': encoding } = request.headers;
    const length = Number(given ?? 0);
    if (identify !== undefined && encoding !== undefined && !isStreamed(request)) return knownOrSmall(identify, request, payload);
    if (identify !== undefined && (encoding !== undefined || length > READ_OF_ANYBODY)) await refuseUnknown(identify, request, payload);
    if (isStreamed(request)) return payload;
    if (length <= request.routeOptions.bodyLimit) return payload;
    await discard(payload, length);
    throw permanent(
      'REQUEST.TOO_LARGE',
      'The body is larger than the server takes: ask a shorter question, or send fewer documents at once.',
      { category: 'too_large' },
    );
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

/** Parsing takes time and memory long before a route asks who calls. @throws what `identify` does */
async function refuseUnknown(identify: Identify, request: FastifyRequest, payload: RequestPayload): Promise<void> {
  try {
    await identify(request);
  } catch (error) {
    await discard(payload, Number(request.headers['content-length'] ?? 0));
    throw error;
  }
}

/** Who signs in need not say how long what he sends is. @throws what `identify` does where it is long */
async function knownOrSmall(identify: Identify, request: FastifyRequest, payload: RequestPayload): Promise<RequestPayload> {
  try {
    await identify(request);
    return payload;
  } catch (error) {
    const small = await smallBody(payload, READ_OF_ANYBODY);
    if (small !== undefined) return small;
    await discard(payload, 0);
    throw error;
  }
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
