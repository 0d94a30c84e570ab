import type { Operations } from '@tributary/contracts';
import { DaemonHttpModule } from '@tributary/gateway';
import { isLoopback, permanent } from '@tributary/kernel';
import { errorFields, type Configuration, type Logger } from '@tributary/platform';
import { startHttpApplication, type HttpApplication } from '@tributary/platform/http';

interface DaemonOptions {
  readonly operations: Operations;
  readonly configuration: Configuration;
  readonly logger: Logger;
}

/** Listens where the daemon of project-code did: on its address, and on its socket where one is named.
 *  @throws `DAEMON.ADDRESS_INVALID`, `SERVER.PORT_TAKEN`, `SERVER.ADDRESS_UNUSABLE` */
export async function startDaemon({ operations, configuration, logger }: DaemonOptions): Promise<readonly HttpApplication[]> {
  const { listen, unixSocket, apiToken } = configuration.daemon;
  const report = (error: unknown) => {
    logger.error('a call of the daemon failed', errorFields(error));
  };
  const module = (token: string | undefined) => DaemonHttpModule.register({ operations, report, token });
  const guard = { ...placeOf(listen), allowedHosts: [], allowedOrigins: [], logger };
  const started = [await startHttpApplication({ ...guard, module: module(apiToken) })];
  if (unixSocket === undefined) return started;
  try {
    // Only its owner can open the socket.
    started.push(await startHttpApplication({ ...guard, socket: unixSocket, module: module(undefined) }));
  } catch (error) {
    await Promise.all(started.map((one) => one.close(0)));
    throw error;
  }
  return started;
}

/** `127.0.0.1:8090`, `[::1]:8090` or `localhost:8090`. */
function placeOf(listen: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(listen) ?? [];
  const host = bracketed ?? plain;
  if (host !== undefined && isLoopback(host) && Number(port) <= 65_535) return { host, port: Number(port) };
  throw permanent(
    'DAEMON.ADDRESS_INVALID',
    `daemon.listen is ${listen}: give an address of this machine and a port, as 127.0.0.1:8090; other machines reach the server by its own address.`,
  );
}
