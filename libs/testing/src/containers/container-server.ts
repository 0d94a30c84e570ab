import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { freePort } from '../ports/free-port.js';
import { eventually } from '../waiting/eventually.js';

/** A server that a Docker engine runs from an image. */
export interface ContainerImage {
  readonly image: string;
  /** Port the server listens on inside. */
  readonly port: number;
  /** Answers with 2xx once the server is ready. */
  readonly readyPath: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface ContainerServer {
  readonly url: string;
  readonly port: number;
  /** SIGKILL. What it stored stays in the container; `restart` serves it on the same port. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** Ends the server and removes the container with its data. */
  remove(): Promise<void>;
}

const run = promisify(execFile);
const ANSWER_MS = 3000;
/** Pulling an image may come first. */
const START_MS = 300_000;

/** True when a Docker engine answers, not only its client. `docker` is asked only where an engine may be. */
export function hasDockerEngine(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  if (env['DOCKER_HOST'] === undefined && !existsSync('/var/run/docker.sock')) return false;
  return spawnSync('docker', ['version', '--format', '{{.Server.Version}}'], { env, timeout: ANSWER_MS }).status === 0;
}

/** Starts a container of a test's own, published on a free port of loopback only. `docker` is found on the PATH of `env`. */
export async function startContainerServer(
  { image, port: inside, readyPath, env: settings = {} }: ContainerImage,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ContainerServer> {
  const name = `tributary-test-${randomUUID()}`;
  const port = await freePort();
  const url = `http://127.0.0.1:${port.toString()}`;
  const docker = (...args: readonly string[]) => run('docker', args, { env, timeout: START_MS });
  const ready = () => eventually(async () => (await fetch(`${url}${readyPath}`)).ok, START_MS);
  const variables = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]);
  await docker('run', '--detach', '--name', name, '--publish', `127.0.0.1:${port.toString()}:${inside.toString()}`, ...variables, image);
  const endWithParent = (): void => {
    spawnSync('docker', ['rm', '--force', '--volumes', name], { env });
  };
  process.once('exit', endWithParent);
  await ready();
  return {
    url,
    port,
    crash: async () => {
      await docker('kill', '--signal', 'KILL', name);
    },
    restart: async () => {
      await docker('start', name);
      await ready();
    },
    remove: async () => {
      await docker('rm', '--force', '--volumes', name);
      process.removeListener('exit', endWithParent);
    },
  };
}
