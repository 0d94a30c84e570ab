import { createServer } from 'node:net';

// Below the range from which systems give out ports by themselves, so that nobody gets ours while the server is down.
const FIRST_PORT = 20_000;
const PORTS = 10_000;

/** A loopback port nobody listens on, the same for a server that is stopped and started again. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}
