import { Problem, type Route } from '@tributary/contracts';
import { TributaryError, isAbort, permanent, retryable, type ErrorCategory } from '@tributary/kernel';
import type { z } from 'zod';
import { SilenceWatch, type Patience } from './silence-watch.js';
import { readEvents } from '../events/event-lines.js';

export interface HttpServer {
  /** Such as `http://127.0.0.1:7411`. */
  readonly url: string;
  readonly token?: string;
  /** Sent with each call, such as which client it is. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Left out: it is waited for as long as the signal of the call allows. */
  readonly patience?: Patience;
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
  [408, 'timeout'],
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
    if (!response.ok) throw problemToError({ status: response.status, url: this.#server.url }, body);
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
      throw problemToError({ status: response.status, url: this.#server.url }, await response.json().catch(() => undefined));
    }
    for await (const { event, data } of readEvents(response.body)) {
      const content: unknown = JSON.parse(data);
      if (event === 'error') throw problemToError({ status: statusOf(content), url: this.#server.url }, content);
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
    const { patience } = this.#server;
    const watch = patience && new SilenceWatch(this.#server.url, patience);
    try {
      return await fetch(url, {
        method: call.method.toUpperCase(),
        headers,
        signal: watch === undefined ? call.signal : AbortSignal.any([call.signal, watch.signal]),
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
    } catch (error) {
      if (watch?.signal.aborted === true && !call.signal.aborted) {
        throw retryable('SERVER.UNREACHABLE', `The server at ${this.#server.url} takes connections and answers nothing: start it anew.`, {
          cause: error,
        });
      }
      if (isAbort(error)) throw error;
      throw retryable(
        'SERVER.UNREACHABLE',
        `Nobody answers at ${this.#server.url}: start a server with "tributary start", or check the address.`,
        { cause: error },
      );
    } finally {
      watch?.end();
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

/** Of an error that a stream ends with: its own status was said before. */
function statusOf(problem: unknown): number {
  return Problem.safeParse(problem).data?.status ?? 500;
}

function problemToError({ status, url }: { readonly status: number; readonly url: string }, body: unknown): TributaryError {
  const problem = Problem.safeParse(body);
  const category = CATEGORY_OF_STATUS.get(status) ?? 'internal';
  const isRetryable = status === 408 || status === 429 || (status >= 500 && status !== 501);
  if (!problem.success) {
    return new TributaryError({
      code: 'SERVER.ERROR',
      // What stands before a server says 502 or 503 while that is away.
      message: isRetryable
        ? `The server answered with status ${status.toString()}.`
        : `${url} answered with status ${status.toString()}, and not as Tributary does: check the address.`,
      category,
      retryable: isRetryable,
    });
  }
  const { code, detail: message, retry_after_ms: retryAfterMs } = problem.data;
  return new TributaryError({ code, message, category, retryable: isRetryable, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
}
