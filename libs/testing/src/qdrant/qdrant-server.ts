import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startContainerServer, type ContainerImage } from '../containers/container-server.js';
import { memoryFolder } from '../files/memory-folder.js';
import { freePort } from '../ports/free-port.js';
import { eventually } from '../waiting/eventually.js';

/** A Qdrant of a test's own on loopback, its data in a folder of its own. */
export interface QdrantServer {
  readonly url: string;
  /** SIGKILL. What was acknowledged stays; `restart` serves it on the same port. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** Ends the server and removes its data; so does the end of an `await using` block. */
  remove(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

const START_MS = 120_000;

/** Starts a container, or `command` on a free port, which it finds in PORT; `settings` are further variables of its environment. */
export async function startQdrantServer(
  command: string | ContainerImage,
  settings: Readonly<Record<string, string>> = {},
): Promise<QdrantServer> {
  if (typeof command !== 'string') {
    const server = await startContainerServer({ ...command, env: settings });
    return { ...server, [Symbol.asyncDispose]: () => server.remove() };
  }
  const folder = await memoryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port.toString()}`;
  const start = () => launch(command, { url, folder: folder.path, env: { ...ownVariables(), ...settings, PORT: port.toString() } });
  let running = await start();
  const crash = () => end(running);
  const remove = async (): Promise<void> => {
    await crash();
    await folder.remove();
  };
  return {
    url,
    crash,
    restart: async () => {
      running = await start();
    },
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

interface Launch {
  readonly url: string;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The environment without what its owner set for a Qdrant of his own. */
function ownVariables(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(QDRANT|ORACLE_(?!CACHE))/.test(name)));
}

async function launch(command: string, { url, folder, env }: Launch): Promise<ChildProcess> {
  // A group of its own: the command may be a script that starts the server.
  const child = spawn(command, [folder], { env, stdio: ['ignore', 'ignore', 'ignore'], detached: true });
  const endWithParent = (): void => {
    killGroup(child);
  };
  process.once('exit', endWithParent);
  child.once('exit', () => process.removeListener('exit', endWithParent));
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${command} ended at once with ${child.exitCode.toString()}`);
    return (await fetch(`${url}/readyz`)).ok;
  }, START_MS);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  killGroup(child);
  await exited;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
