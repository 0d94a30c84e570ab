import { isAbort } from '@tributary/kernel';
import { retryAfterMs } from './retry-after.js';
import { isAboutBatch, isAboutLength, isAboutModel, quotable, readComplaint } from './server-complaint.js';
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

/** Codes of a connection that ended under a request, often one kept open from before a restart. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** Too early, timed out, and what text-embeddings-inference answers when its backend failed. */
const PASSING = new Set([408, 424, 425]);

/** Talks JSON over HTTP with a server that holds a model, and turns every way to fail into an error with code and remedy. */
export class ModelServer {
  readonly errors: ServerErrors;
  readonly #options: ModelServerOptions;

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
    try {
      const { response, text } = await this.#exchange(path, request, limit);
      if (!response.ok) throw this.#failure(response, text, request.texts ?? []);
      return this.#parse(response, text);
    } catch (error) {
      signal?.throwIfAborted();
      if (isAbort(error)) throw this.errors.late(timeoutMs);
      // What fetch throws for a network that failed; everything else has its code already.
      if (error instanceof TypeError) throw this.errors.away(reasonOf(error), error);
      throw error;
    }
  }

  /** Embedding the same texts twice does no harm, so a request that met a closed connection is sent once more. */
  async #exchange(path: string, request: ServerRequest, limit: AbortSignal): Promise<{ response: Response; text: string }> {
    try {
      return await this.#send(path, request, limit);
    } catch (error) {
      if (!CLOSED.has(codeOf(error))) throw error;
      return await this.#send(path, request, limit);
    }
  }

  async #send(path: string, { body }: ServerRequest, signal: AbortSignal): Promise<{ response: Response; text: string }> {
    const { address, apiKey } = this.#options;
    const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
    const response = await fetch(address + path, {
      signal,
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...authorization },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { response, text: await response.text() };
  }

  #parse(response: Response, text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      const type = response.headers.get('content-type')?.split(';')[0] ?? 'no type given';
      throw this.errors.invalid(`answered with something that is no JSON (${type})`, this.errors.wrongAddressHint);
    }
  }

  #failure(response: Response, text: string, sent: readonly string[]): Error {
    const { status, headers } = response;
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
    if (status === 404) return errors.invalid('has nothing at this path (404)', errors.wrongAddressHint);
    if (PASSING.has(status) || (status >= 500 && status !== 501)) return errors.broken(status, detail, retryAfterMs(headers));
    return errors.refused(status, detail);
  }
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : '';
}

function reasonOf(error: Error): string {
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return 'nothing listens there';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no such host';
  if (CLOSED.has(code)) return 'the connection was cut';
  return code === '' ? error.message : code;
}
