import { isAbort } from '@tributary/kernel';
import { getGlobalDispatcher, interceptors, request as send } from 'undici';
import { retryAfterMs } from './retry-after.js';
import { isAboutBatch, isAboutLength, isAboutModel, isAboutNumber, quotable, readComplaint } from './server-complaint.js';
import { ServerErrors, type ServerIdentity } from './server-errors.js';
import { TooMuch } from './too-much.js';

export interface ModelServerOptions extends ServerIdentity {
  readonly apiKey?: string | undefined;
  /** Milliseconds until a request without an answer has failed. */
  readonly timeoutMs: number;
}

export interface ServerRequest {
  /** Sent as JSON by POST; left out: GET. */
  readonly body?: object;
  /** Texts in the body, which no message may repeat. */
  readonly texts?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  /** Left out: that of the server. */
  readonly timeoutMs?: number;
}

interface Answer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly text: string;
}

const MOST_REDIRECTS = 5;
const HEADERS = { accept: 'application/json', 'user-agent': 'tributary' };

/** Codes of a connection that ended under a request, often one kept open from before a restart. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Codes of a connection that did not come about. */
const UNCONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Too early, timed out, and what text-embeddings-inference answers when its backend failed. */
const PASSING = new Set([408, 424, 425]);

/** Talks JSON over HTTP with a server that holds a model, and turns every way to fail into an error with code and remedy. */
export class ModelServer {
  readonly errors: ServerErrors;
  readonly #options: ModelServerOptions;
  readonly #dispatcher = getGlobalDispatcher().compose(interceptors.redirect({ maxRedirections: MOST_REDIRECTS }));

  constructor(options: ModelServerOptions) {
    this.#options = options;
    this.errors = new ServerErrors(options);
  }

  /** The answer as parsed JSON. `path` is put behind the address.
   *  @throws an error of `ServerErrors`, `TooMuch` where the server finds texts too long or too many, the signal's reason when it aborts */
  async ask(path: string, request: ServerRequest = {}): Promise<unknown> {
    const { signal, timeoutMs = this.#options.timeoutMs } = request;
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(timeoutMs);
    const limit = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
    const answer = await this.#exchange(path, request, limit).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw isAbort(error)
        ? this.errors.late(timeoutMs)
        : this.errors.away(reasonOf(error), { cause: error, untaken: UNCONNECTED.has(codeOf(error)) });
    });
    return this.#parse(answer, request.texts ?? []);
  }

  /** Embedding the same texts twice does no harm, so a request that met a closed connection is sent once more. A server that is gone by then may have
   *  ended over the texts: that it was cut off is what is told. */
  async #exchange(path: string, request: ServerRequest, limit: AbortSignal): Promise<Answer> {
    try {
      return await this.#send(path, request, limit);
    } catch (error) {
      if (!CLOSED.has(codeOf(error))) throw error;
      return await this.#send(path, request, limit).catch((again: unknown) => {
        throw UNCONNECTED.has(codeOf(again)) ? error : again;
      });
    }
  }

  /** Not by `fetch`, which takes about twice the processor time: a model that is waited for is asked a hundred times a second. */
  async #send(path: string, { body }: ServerRequest, signal: AbortSignal): Promise<Answer> {
    const { address, apiKey } = this.#options;
    const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const {
      statusCode,
      headers,
      body: answer,
    } = await send(address + path, {
      signal,
      dispatcher: this.#dispatcher,
      headers: { ...HEADERS, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...authorization },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const get = (name: string) => [headers[name] ?? null].flat()[0] ?? null;
    return { status: statusCode, headers: { get }, text: await answer.text() };
  }

  #parse(answer: Answer, sent: readonly string[]): unknown {
    const { status, headers, text } = answer;
    if (status < 200 || status > 299) throw this.#failure(answer, sent);
    try {
      return JSON.parse(text);
    } catch {
      const type = headers.get('content-type')?.split(';')[0] ?? 'no type given';
      throw this.errors.invalid(`answered with something that is no JSON (${type})`, this.errors.wrongAddressHint);
    }
  }

  #failure({ status, headers, text }: Answer, sent: readonly string[]): Error {
    const { apiKey } = this.#options;
    const complaint = readComplaint(text);
    const detail = quotable(complaint, apiKey === undefined ? sent : [apiKey, ...sent]);
    const { errors } = this;
    if (status === 401 || status === 403) return errors.denied(status, detail);
    if (status === 429) return complaint.code === 'insufficient_quota' ? errors.outOfQuota() : errors.rateLimited(retryAfterMs(headers));
    if (isAboutModel(complaint)) return errors.modelMissing();
    if (isAboutLength(complaint)) return new TooMuch('characters', errors.refused(status, detail));
    if (isAboutBatch(complaint)) return new TooMuch('texts', errors.refused(status, detail));
    if (status === 413) return new TooMuch('characters', errors.refused(status, detail));
    if (isAboutNumber(complaint)) return errors.notFinite();
    if (status === 404) return errors.invalid('has nothing at this path (404)', errors.wrongAddressHint);
    if (PASSING.has(status) || (status >= 500 && status !== 501)) return errors.broken(status, detail, retryAfterMs(headers));
    return errors.refused(status, detail);
  }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? code : '';
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no such host';
  if (CLOSED.has(code)) return 'the connection was cut';
  if (code === 'UND_ERR_INVALID_ARG') return 'the address is none of http or https, or leads back to itself';
  return code === '' ? String(error) : code;
}
