import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Account {
  /** What his program sends: `Basic …` or `Bearer …`. */
  readonly authorization: string;
  readonly notes: readonly number[];
}

/** A server that answers the Notes API for reading one note as Nextcloud does, and an issuer’s token endpoint. */
export class NextcloudServer implements AsyncDisposable {
  /** Every request: method, path and `Authorization`. */
  readonly asked: { readonly path: string; readonly authorization: string | undefined; readonly body: string }[] = [];
  /** Set: answered to every request for a note instead. */
  broken: 'slow' | 'html' | 'redirect' | 'failing' | 'other' | undefined;
  /** What the token endpoint gives for a subject token; left out: refused. */
  readonly exchanges = new Map<string, string>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #accounts: readonly Account[];

  private constructor(accounts: readonly Account[]) {
    this.#accounts = accounts;
  }

  static async start(accounts: readonly Account[]): Promise<NextcloudServer> {
    const fixture = new NextcloudServer(accounts);
    await new Promise<void>((resolve) => fixture.#server.listen(0, '127.0.0.1', resolve));
    return fixture;
  }

  get url(): string {
    // A server that listens on TCP has such an address.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port.toString()}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
    const { url: path = '', headers } = request;
    const body = Buffer.concat(chunks).toString('utf8');
    this.asked.push({ path, authorization: headers.authorization, body });
    if (path === '/token') this.#exchange(body, response);
    else this.#note(path, headers.authorization, response);
  }

  #note(path: string, authorization: string | undefined, response: ServerResponse): void {
    const id = Number(/^\/cloud\/index\.php\/apps\/notes\/api\/v1\/notes\/(\d+)\?exclude=content$/.exec(path)?.[1]);
    const account = this.#accounts.find((one) => one.authorization === authorization);
    if (this.broken === 'slow') return;
    if (this.broken === 'html') response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Login</title>');
    else if (this.broken === 'redirect') response.writeHead(302, { location: `${this.url}/elsewhere` }).end();
    else if (this.broken === 'other') json(response, 200, { id: id + 1 });
    else if (this.broken === 'failing') json(response, 503, { id });
    else if (account === undefined) json(response, 401, { message: 'Current user is not logged in' });
    else if (!account.notes.includes(id)) json(response, 404, {});
    else json(response, 200, { id, etag: 'e', readonly: false, title: 'A note', category: '', favorite: false, modified: 1 });
  }

  #exchange(body: string, response: ServerResponse): void {
    const token = this.exchanges.get(new URLSearchParams(body).get('subject_token') ?? '');
    if (token === undefined) json(response, 400, { error: 'invalid_request' });
    else json(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 300 });
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
