import { once } from 'node:events';
import { createServer, request as askUpstream, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

interface SlowLine {
  readonly url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A line to an HTTP server on which calls of one path take longer, and nothing else changes. */
export async function startSlowLine(
  upstream: string,
  { path, delayMs }: { readonly path: string; readonly delayMs: number },
): Promise<SlowLine> {
  const server = createServer((request, response) => {
    const isSlow = request.url?.split('?')[0] === path;
    void pause(isSlow ? delayMs : 0).then(() => {
      pass(request, response, upstream);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  return {
    url: `http://127.0.0.1:${address.port.toString()}`,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function pass(request: IncomingMessage, response: ServerResponse, upstream: string): void {
  const { method, headers } = request;
  const call = askUpstream(new URL(request.url ?? '/', upstream), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  call.on('error', () => response.destroy());
  request.pipe(call);
}
