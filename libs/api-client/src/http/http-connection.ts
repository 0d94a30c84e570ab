import { Problem, type Route } from '@tributary/contracts';
import { TributaryError, isAbort, permanent, retryable, type ErrorCategory } from '@tributary/kernel';
import type { z } from 'zod';
import { readEvents } from '../events/event-lines.js';

export interface HttpServer {
  /** Such as `http://127.0.0.1:7411`. */
  readonly url: string;
  readonly token?: string;
  /** Sent with each call, such as which client it is. */
  readonly headers?: Readonly<Record<string, string>>;
}

interface HttpCall {
  readonly method: Route['method'];
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** Beside, or instead of, the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

const CATEGORY_OF_STATUS: ReadonlyMap<number, ErrorCategory> = new Map([
  [400, 'invalid'],
  [401, 'unauthenticated'],
  [403, 'denied'],
  [404, 'not_found'],
  [409, 'conflict'],
  [410, 'gone'],
  [413, 'too_large'],
  [415, 'invalid'],
  [429, 'overloaded'],
  [499, 'cancelled'],
  [503, 'unavailable'],
  [504, 'timeout'],
]);

/** JSON calls to one server; answers are parsed, problems become errors with their code. */
export class HttpConnection {
  readonly #server: HttpServer;

  constructor(server: HttpServer) {
    this.#server = server;
  }

  /** @throws the server’s error by its code; `SERVER.UNREACHABLE`; `SERVER.ANSWER_INVALID` */
  async call<Schema extends z.ZodType>(schema: Schema, call: HttpCall): Promise<z.output<Schema>> {
    const response = await this.#send(call);
    const body = await bodyOf(response);
    if (!response.ok) throw problemToError(response.status, body);
    const parsed = schema.safeParse(body);
    if (parsed.success) return parsed.data;
    throw permanent(
      'SERVER.ANSWER_INVALID',
      `${this.#server.url} answered ${call.path} in an unknown shape: is it a Tributary server of this version?`,
      {
        category: 'internal',
        cause: parsed.error,
      },
    );
  }

  /** What a stream of server-sent events tells, parsed, until it ends or `signal` aborts. @throws as `call` does */
  async *follow<Schema extends z.ZodType>(schema: Schema, call: Omit<HttpCall, 'method'>): AsyncGenerator<z.output<Schema>> {
    const response = await this.#send({ ...call, method: 'get' }, 'text/event-stream');
    if (!response.ok || response.body === null) {
      throw problemToError(response.status, await response.json().catch(() => undefined));
    }
    for await (const { event, data } of readEvents(response.body)) {
      const content: unknown = JSON.parse(data);
      if (event === 'error') throw problemToError(500, content);
      yield schema.parse(content);
    }
  }

  async #send(call: HttpCall, accept = 'application/json'): Promise<Response> {
    const url = new URL(call.path, this.#server.url);
    for (const [name, value] of Object.entries(call.query ?? {})) if (value !== undefined) url.searchParams.set(name, String(value));
    const headers: Record<string, string> = { ...this.#server.headers, accept };
    if (this.#server.token !== undefined) headers['authorization'] = `Bearer ${this.#server.token}`;
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    Object.assign(headers, call.headers);
    try {
      return await fetch(url, {
        method: call.method.toUpperCase(),
        headers,
        signal: call.signal,
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
    } catch (error) {
      if (isAbort(error)) throw error;
      throw retryable(
        'SERVER.UNREACHABLE',
        `Nobody answers at ${this.#server.url}: start a server with "tributary start", or check the address.`,
        { cause: error },
      );
    }
  }
}

/** JSON, alone or as the last event of a stream; undefined for anything else. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const json = isStream
    ? text
        .split('\n')
        .findLast((line) => line.startsWith('data:'))
        ?.slice('data:'.length)
    : text;
  try {
    return JSON.parse(json ?? '');
  } catch {
    return undefined;
  }
}

function problemToError(status: number, body: unknown): TributaryError {
  const problem = Problem.safeParse(body);
  const category = CATEGORY_OF_STATUS.get(status) ?? 'internal';
  const isRetryable = status === 429 || status >= 500;
  if (!problem.success) {
    return new TributaryError({
      code: 'SERVER.ERROR',
      message: `The server answered with status ${status.toString()}.`,
      category,
      retryable: isRetryable,
    });
  }
  const { code, detail: message, retry_after_ms: retryAfterMs } = problem.data;
  return new TributaryError({ code, message, category, retryable: isRetryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}
