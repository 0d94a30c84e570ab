import { retryable } from '@tributary/kernel';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const START_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

// The server ends when nobody holds the other end of this shell's input any more: also when this process is killed and gets to do nothing.
const GUARD = 'exec 3<&0; "$@" </dev/null & server=$!; (cat <&3 >/dev/null; kill -9 $server) 2>/dev/null & guard=$!; wait $server; code=$?; kill $guard 2>/dev/null; exit $code'; // prettier-ignore

/** A `chroma run` of this process. */
export interface RunningServer {
  readonly port: number;
  readonly hasEnded: () => boolean;
  /** SIGKILL: what a Chroma acknowledged is in its log already. */
  end(): Promise<void>;
}

/** Serves a folder on a free loopback port. @throws `ENGINE.UNAVAILABLE` */
export async function runServer({
  engine,
  program,
  folder,
}: {
  readonly engine: string;
  readonly program: string;
  readonly folder: string;
}): Promise<RunningServer> {
  const port = await freePort();
  const command = [program, 'run', '--path', folder, '--host', '127.0.0.1', '--port', port.toString()];
  const [shell = program, ...args] = process.platform === 'win32' ? command : ['/bin/sh', '-c', GUARD, 'sh', ...command];
  const child = spawn(shell, args, { stdio: ['pipe', 'ignore', 'ignore'], cwd: folder });
  const exited = once(child, 'exit').catch(() => undefined);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const stop = (): void => {
    child.stdin.destroy();
    if (process.platform === 'win32') child.kill();
  };
  process.once('exit', stop);
  void exited.then(() => process.removeListener('exit', stop));
  const end = async (): Promise<void> => {
    stop();
    if (!hasEnded()) await exited;
  };
  if (await isReady(port, hasEnded)) return { port, hasEnded, end };
  await end();
  throw retryable(
    'ENGINE.UNAVAILABLE',
    `The folder of the engine ${engine} cannot be served: ${program} run --path ${folder} does not start. Try it by hand to see why.`,
  );
}

/** True when a Chroma answers there. */
export async function answersAt(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port.toString()}/api/v2/heartbeat`, { signal: AbortSignal.timeout(2_000) });
    return response.ok && (await response.text()).includes('heartbeat');
  } catch {
    return false;
  }
}

async function isReady(port: number, hasEnded: () => boolean): Promise<boolean> {
  const endsAt = performance.now() + START_WITHIN_MS;
  while (!hasEnded() && performance.now() < endsAt) {
    if (await answersAt(port)) return true;
    await pause(LOOK_EVERY_MS);
  }
  return false;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
