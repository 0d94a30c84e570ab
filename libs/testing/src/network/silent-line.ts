import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface SilentLine {
  readonly port: number;
  /** From now on nothing comes back over the connections there are, which stay open, as when the other machine lost its power; new ones work. */
  silence(): void;
  /** From now on new connections lead to another port, and those there are stay as they are: a name, or a service's address, after a failover. */
  leadTo(upstreamPort: number): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A line to a port of this machine on which the other side can vanish without a word. */
export async function startSilentLine(upstreamPort: number): Promise<SilentLine> {
  const callers = new Map<Socket, Socket>();
  let leadsTo = upstreamPort;
  const server = createServer((caller) => {
    const upstream = connect(leadsTo, '127.0.0.1');
    callers.set(caller, upstream);
    for (const socket of [caller, upstream]) socket.on('error', () => undefined);
    caller.on('data', (data) => upstream.writable && upstream.write(data));
    upstream.on('data', (data) => callers.has(caller) && caller.write(data));
    caller.on('close', () => upstream.destroy());
    upstream.on('close', () => callers.delete(caller) && caller.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port.');
  const silent = new Set<Socket>();
  const silence = () => {
    for (const [caller, upstream] of callers) {
      callers.delete(caller);
      silent.add(caller);
      upstream.destroy();
    }
  };
  return {
    port: address.port,
    silence,
    leadTo: (port) => {
      leadsTo = port;
    },
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const caller of [...callers.keys(), ...silent]) caller.destroy();
      await closed;
    },
  };
}
