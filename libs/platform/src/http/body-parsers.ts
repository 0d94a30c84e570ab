import { once } from 'node:events';
import { KIB, MIB, mediaTypeOf, permanent } from '@tributary/kernel';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { isDeeperThan } from './json-depth.js';

const MOST_NESTING = 64;
const USUAL_LIMIT = 1024 * KIB;
const DOCUMENT_LIMIT = 48 * MIB;
const DISCARD_LIMIT = 64 * MIB;
const DISCARD_LIMIT_MS = 5000;
/** Where whole documents are handed in; everywhere else a body is a question. */
const TAKES_DOCUMENTS = /^\/(?:api\/(?:documents|store)|mcp)(?:\/|$)/;

const TAKES_STREAMS = /^\/api\/documents\/?$/;
const JSON_TYPE = 'application/json';
const OF_FORMS = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']);

/** Takes JSON; where documents are handed in, also lines and files as the streams they are, whose reader sets limits of his own. Nothing else is read.
 *  JSON is at most 1 MB, 48 MB where documents are handed in. */
export function installBodyParsers(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    route.bodyLimit = TAKES_DOCUMENTS.test(route.url) ? DOCUMENT_LIMIT : USUAL_LIMIT;
  });
  server.addHook('preParsing', async (request, _reply, payload) => {
    const length = Number(request.headers['content-length'] ?? 0);
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

/** Lines and files, where documents are handed in. What a form of any web page can send without being asked is none of them. */
function isStreamed({ headers, routeOptions }: FastifyRequest): boolean {
  const type = mediaTypeOf(headers['content-type']);
  return TAKES_STREAMS.test(routeOptions.url ?? '') && type !== '' && type !== JSON_TYPE && !OF_FORMS.has(type);
}

/** Reads a body to its end and drops it: a client that is still writing when the connection is closed never sees the refusal.
 *  What is enormous, or comes slowly, is cut off. */
async function discard(payload: NodeJS.ReadableStream, length: number): Promise<void> {
  if (length > DISCARD_LIMIT) return;
  payload.resume();
  await once(payload, 'end', { signal: AbortSignal.timeout(DISCARD_LIMIT_MS) }).catch(() => undefined);
}

/** @throws `REQUEST.MALFORMED`, `REQUEST.TOO_DEEP` */
function parseJson(body: string): unknown {
  if (body.trim() === '') return undefined;
  if (isDeeperThan(body, MOST_NESTING)) {
    throw permanent('REQUEST.TOO_DEEP', `The body nests deeper than ${MOST_NESTING.toString()} levels: write it flatter.`);
  }
  try {
    return JSON.parse(body, withoutPrototype);
  } catch (cause) {
    throw permanent('REQUEST.MALFORMED', 'The body is not well-formed JSON: check quotes and commas.', { cause });
  }
}

/** Leaves out keys that would reach an object’s prototype when the value is merged somewhere. */
function withoutPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}
