import { connect } from 'node:net';

/** True when a TCP connection comes about in time: an address that swallows packets is known in this long, not after the system's minutes. */
export function isReachable({ host, port }: { readonly host: string; readonly port: number }, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(withinMs, () => {
      settle(false);
    });
    socket.once('connect', () => {
      settle(true);
    });
    socket.once('error', () => {
      settle(false);
    });
  });
}
