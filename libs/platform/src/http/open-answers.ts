import type { Server, ServerResponse } from 'node:http';

/** The answers that a server is still giving. */
export class OpenAnswers {
  readonly #server: Server;
  readonly #open = new Set<ServerResponse>();

  constructor(server: Server) {
    this.#server = server;
    server.on('request', (_request, answer: ServerResponse) => {
      this.#open.add(answer);
      answer.once('close', () => this.#open.delete(answer));
    });
  }

  /** No connection outlives the answer that is given over it now, however long its caller would keep it for the next request. */
  endConnections(): void {
    this.#server.closeIdleConnections();
    for (const answer of this.#open) {
      // Tells the caller, where the head of the answer is not out yet.
      answer.shouldKeepAlive = false;
      answer.once('close', () => {
        setImmediate(() => {
          this.#server.closeIdleConnections();
        });
      });
    }
  }
}
