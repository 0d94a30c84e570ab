import { createServer, isIPv6 } from 'node:net';
import { once } from 'node:events';
import { permanent } from '@tributary/kernel';
import { z } from 'zod';

interface Place {
  readonly host: string;
  readonly port: number;
}

/** For a server that is busy; whoever waits only learns more of what he is told anyway. */
const ASK_LIMIT_MS = 1_000;

const Described = z.object({ info: z.object({ title: z.literal('Tributary'), version: z.string() }) });

/** Tries whether a server could listen, before anything is made for it. @throws `SERVER.PORT_TAKEN`, `SERVER.ADDRESS_UNUSABLE` */
export async function requireFreePort({ host, port }: Place): Promise<void> {
  const probe = createServer().listen({ host, port, exclusive: true });
  try {
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
  } catch (error) {
    throw await listenFailure(error, { host, port });
  }
}

/** What to say of an error of listening. */
export async function listenFailure(error: unknown, { host, port }: Place): Promise<unknown> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return portTaken({ host, port }, error);
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return permanent(
      'SERVER.ADDRESS_UNUSABLE',
      `Cannot listen on port ${port.toString()} of ${host} (${code}): choose another port with --port or an address of this machine with --host.`,
      { cause: error },
    );
  }
  return error;
}

async function portTaken({ host, port }: Place, cause: unknown) {
  const url = urlOfPort(host, port);
  const version = await versionOfTributary(url);
  const [whose, instead] =
    version === undefined
      ? ['another program', 'end that program']
      : [
          `a Tributary server that runs already (${version}, at ${url})`,
          'end that one (Ctrl-C where it was started, or "tributary stop" with the --data of its folder)',
        ];
  return permanent(
    'SERVER.PORT_TAKEN',
    `Port ${port.toString()} of ${host} is taken by ${whose}: choose another one with --port (0 takes a free one), or ${instead}.`,
    { category: 'conflict', cause },
  );
}

/** @returns undefined where something else listens, or what listens does not answer */
async function versionOfTributary(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${url}/api/openapi.json`, { signal: AbortSignal.timeout(ASK_LIMIT_MS) });
    return Described.safeParse(await response.json()).data?.info.version;
  } catch {
    return undefined;
  }
}

/** How a port of an address to listen on is reached from this machine. */
function urlOfPort(host: string, port: number): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port.toString()}`;
}
