import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands at a path: text of a type, or whatever is to happen. */
export type Answer = string | { readonly type: string; readonly text: string; readonly headers?: Record<string, string> } | Handler;
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A site of the test: pages by path, 404 elsewhere. Listens on 127.0.0.1. */
export class Site implements AsyncDisposable {
  readonly pages = new Map<string, Answer>();
  /** Paths that were asked for, with their queries, robots.txt left out. */
  readonly asked: string[] = [];
  /** Of the last request. */
  headers: IncomingMessage['headers'] = {};
  readonly #server = createServer({ maxHeaderSize: 1 << 20 }, (request, response) => {
    this.#answer(request, response);
  });

  static async start(pages: Readonly<Record<string, Answer>> = {}): Promise<Site> {
    const site = new Site();
    site.lay(pages);
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  /** Adds these pages, or has them say something else from now on. */
  lay(pages: Readonly<Record<string, Answer>>): void {
    for (const [path, page] of Object.entries(pages)) this.pages.set(path, page);
  }

  get port(): number {
    // A server that listens on TCP has such an address.
    return (this.#server.address() as AddressInfo).port;
  }

  /** @param host a name the test's resolver knows, or an address in any spelling */
  url(path: string, host = 'site.test'): string {
    return `http://${host}:${this.port.toString()}${path}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '/';
    if (path !== '/robots.txt') this.asked.push(path);
    this.headers = request.headers;
    const page = this.pages.get(path) ?? this.pages.get('*');
    if (page === undefined || (path === '/robots.txt' && !this.pages.has(path))) response.writeHead(404).end('nothing here');
    else if (typeof page === 'function') page(request, response);
    else send(response, typeof page === 'string' ? { type: 'text/html', text: page } : page);
  }
}

function send(
  response: ServerResponse,
  { type, text, headers = {} }: { type: string; text: string; headers?: Record<string, string> },
): void {
  response.writeHead(200, { 'content-type': type, ...headers }).end(text);
}

/** Answers with a redirect. */
export function redirect(to: string, code = 302): Answer {
  return (_request, response) => response.writeHead(code, { location: Buffer.from(to).toString('latin1') }).end();
}

/** A page that says whether it changed since the ETag it was asked with. */
export function tagged(text: string, etag: string): Answer {
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'text/html', etag }).end(text);
  };
}

/** Answers with a status. */
export function failing(code: number, headers: Record<string, string> = {}): Answer {
  return (_request, response) => response.writeHead(code, headers).end();
}
