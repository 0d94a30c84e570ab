import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/** One address in front of several gateways, as a Service of Kubernetes or a load balancer is: each request goes to the next of those that take requests now. */
export class Front {
  readonly #server = createServer((incoming, outgoing) => {
    this.#forward(incoming, outgoing);
  });
  readonly #targets: string[] = [];
  #next = 0;
  #url = '';

  static async start(): Promise<Front> {
    const front = new Front();
    front.#server.listen(0, '127.0.0.1');
    await once(front.#server, 'listening');
    const address = front.#server.address();
    front.#url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port.toString() : ''}`;
    return front;
  }

  get url(): string {
    return this.#url;
  }

  /** From now on requests go to it, too. */
  add(target: string): void {
    this.#targets.push(target);
  }

  /** From now on no request goes to it; those under way go on. */
  remove(target: string): void {
    const at = this.#targets.indexOf(target);
    if (at >= 0) this.#targets.splice(at, 1);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const target = this.#targets[this.#next++ % Math.max(1, this.#targets.length)];
    if (target === undefined) {
      outgoing.writeHead(503).end('no gateway takes requests');
      return;
    }
    const { host, port } = new URL(target);
    const { method, url: path, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, host } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.once('error', () => outgoing.destroy());
    });
    onward.once('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(error.message);
    });
    // A caller that hangs up takes his request with him.
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  }
}
