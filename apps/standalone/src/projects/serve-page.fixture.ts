import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves one page of HTML at /, or 404 everywhere, on 127.0.0.1. */
export async function servePage(html: string | undefined): Promise<{ readonly url: string; [Symbol.asyncDispose](): Promise<void> }> {
  const server = createServer((request, response) => {
    const isThere = html !== undefined && request.url === '/';
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html' }).end(isThere ? html : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port.toString()}/`,
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
