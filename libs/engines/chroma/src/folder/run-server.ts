import { retryable } from '@tributary/kernel';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';

const START_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
/** Characters of what a program wrote to its error output. */
const MOST_KEPT = 2_000;

// The server ends when nobody holds the other end of this shell's input any more: also when this process is killed and gets to do nothing.
const GUARD = 'exec 3<&0; "$@" </dev/null & server=$!; (cat <&3 >/dev/null; kill -9 $server) 2>/dev/null & guard=$!; wait $server; code=$?; kill $guard 2>/dev/null; exit $code'; // oxfmt-ignore

/** A `chroma run` of this process. */
export interface RunningServer {
  readonly port: number;
  readonly hasEnded: () => boolean;
  /** SIGKILL: what a Chroma acknowledged is in its log already. */
  end(): Promise<void>;
}

export interface ServerOptions {
  /** Configured name, for error messages. */
  readonly engine: string;
  readonly program: string;
  readonly folder: string;
  /** Ends a start that is under way. */
  readonly signal?: AbortSignal;
}

/** Serves a folder on a free loopback port. @throws `ENGINE.UNAVAILABLE` with what the program said */
export async function runServer({ engine, program, folder, signal }: ServerOptions): Promise<RunningServer> {
  const port = await freePort();
  const command = [program, 'run', '--path', folder, '--host', '127.0.0.1', '--port', port.toString()];
  const [shell = program, ...args] = process.platform === 'win32' ? command : ['/bin/sh', '-c', GUARD, 'sh', ...command];
  const child = spawn(shell, args, { stdio: ['pipe', 'ignore', 'pipe'], cwd: folder });
  const said = lastWords(child.stderr);
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
    child.stderr.destroy();
  };
  if (await isReady(port, () => hasEnded() || signal?.aborted === true)) return { port, hasEnded, end };
  await end();
  throw retryable(
    'ENGINE.UNAVAILABLE',
    `The engine ${engine} needs a Chroma that starts (pip install chromadb): ${program} says “${said()}”`,
  );
}

/** The last line that is not empty, of what a program wrote so far. */
function lastWords(output: Readable): () => string {
  let text = '';
  output.setEncoding('utf8').on('data', (more: string) => {
    text = (text + more).slice(-MOST_KEPT);
  });
  return () => (text.trim() === '' ? 'nothing' : (text.trim().split(/\r?\n/).at(-1) ?? ''));
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

async function isReady(port: number, isOver: () => boolean): Promise<boolean> {
  const endsAt = performance.now() + START_WITHIN_MS;
  while (!isOver() && performance.now() < endsAt) {
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
