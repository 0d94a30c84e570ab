import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A way for a model server to go wrong. */
export type ServerFault =
  | { readonly kind: 'status'; readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  /** Takes the request, or those that contain `text`, and never answers. */
  | { readonly kind: 'hang'; readonly text?: string }
  /** Announces the whole answer, sends half of it and cuts the connection. */
  | { readonly kind: 'cut' }
  /** A page where JSON is due. */
  | { readonly kind: 'html' }
  /** One vector too few. */
  | { readonly kind: 'count' }
  /** Vectors of one number less, for all texts or those that contain `text`. */
  | { readonly kind: 'dimension'; readonly text?: string }
  /** 400 to requests that contain `text`. */
  | { readonly kind: 'refuse'; readonly text: string }
  /** A number that is none in the vector of each text that contains `text`. */
  | { readonly kind: 'nan'; readonly text: string }
  /** Zeros in place of every vector. */
  | { readonly kind: 'zeros' };

/** A request as it came in. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** A status and the JSON that goes with it; where `json` is text it is sent as it is. */
export interface ServerAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** What answers requests; faults of vectors are its business, the others the server's. */
export type AnswerRequest = (request: SeenRequest, fault: ServerFault | undefined) => Promise<ServerAnswer>;

const PAGE = '<!doctype html><html><body>Sign in to continue</body></html>';

/** An HTTP server on a free loopback port that can be broken, stopped and brought back on the same port. */
export class FaultyServer {
  /** Every request since the start, also those that met a fault. */
  readonly requests: SeenRequest[] = [];
  readonly #answer: AnswerRequest;
  #server: Server | undefined;
  #port = 0;
  #fault: ServerFault | undefined;
  #faultsLeft = 0;

  private constructor(answer: AnswerRequest) {
    this.#answer = answer;
  }

  static async start(answer: AnswerRequest): Promise<FaultyServer> {
    const server = new FaultyServer(answer);
    await server.restart();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port.toString()}`;
  }

  /** Lets the next requests go wrong; all of them unless said otherwise. */
  break(fault: ServerFault, times = Number.POSITIVE_INFINITY): void {
    this.#fault = fault;
    this.#faultsLeft = times;
  }

  mend(): void {
    this.#faultsLeft = 0;
  }

  /** Ends it and every connection. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  async restart(): Promise<void> {
    await this.stop();
    const server = createServer((request, response) => void this.#handle(request, response));
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (typeof address === 'object' && address !== null) this.#port = address.port;
    this.#server = server;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await readRequest(request);
    this.requests.push(seen);
    const fault = this.#nextFault();
    if (fault?.kind === 'hang' && holds(seen, fault.text ?? '')) return;
    if (fault?.kind === 'status') {
      response
        .writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
        .end(fault.body ?? '{"error":"broken by the test"}');
      return;
    }
    if (fault?.kind === 'html') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
      return;
    }
    if (fault?.kind === 'refuse' && holds(seen, fault.text)) {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"broken by the test"}');
      return;
    }
    const { status, json } = await this.#answer(seen, fault);
    const text = typeof json === 'string' ? json : JSON.stringify(json);
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    if (fault?.kind === 'cut') response.write(text.slice(0, text.length / 2), () => response.destroy());
    else response.end(text);
  }

  #nextFault(): ServerFault | undefined {
    return this.#faultsLeft-- > 0 ? this.#fault : undefined;
  }
}

function holds({ body }: SeenRequest, text: string): boolean {
  return JSON.stringify(body ?? '').includes(text);
}

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const parts: Uint8Array[] = [];
  for await (const part of request) if (part instanceof Uint8Array) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
}
