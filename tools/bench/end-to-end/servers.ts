import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@tributary/testing';

const READY_LIMIT_MS = 60_000;

/** A started Tributary, in one process or in four. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number | undefined;
  /** Milliseconds from the start of the process to the first positive `/health/ready`. */
  readonly readyMs: number;
  /** Resident memory of the process that was started, in MB; Linux only, NaN elsewhere. */
  residentMb(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts `tributary start` on a data folder; `env` is added to this process's own. */
export function startStandalone(dataFolder: string, env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  return startServer((port) => ['dist/programs/cli.js', 'start', '--data', dataFolder, '--port', port.toString()], env);
}

/** Starts the four services over Redis on a data folder; `env` is added to this process's own. */
export function startServices(dataFolder: string, embedders: number, env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const commandLine = (port: number) => [
    'tools/services.mjs',
    '--embedders',
    embedders.toString(),
    '--data',
    dataFolder,
    '--port',
    port.toString(),
  ];
  return startServer(commandLine, env);
}

async function startServer(
  commandLine: (port: number) => readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, commandLine(port), { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } });
  const url = `http://127.0.0.1:${port.toString()}`;
  await untilReady(url, child);
  return { url, pid: child.pid, readyMs: performance.now() - startedAt, residentMb: () => residentMb(child.pid), stop: () => stop(child) };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const endsAt = performance.now() + READY_LIMIT_MS;
  while (performance.now() < endsAt) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode.toString()} before it was ready.`);
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok === true) return;
    await pause(10);
  }
  child.kill();
  throw new Error(`The server was not ready within ${READY_LIMIT_MS.toString()} ms.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function residentMb(pid: number | undefined): Promise<number> {
  if (process.platform !== 'linux' || pid === undefined) return Number.NaN;
  const status = await readFile(`/proc/${pid.toString()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
