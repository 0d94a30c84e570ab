import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { startContainerServer, type ContainerImage } from '../containers/container-server.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { freePort } from '../ports/free-port.js';
import { eventually } from '../waiting/eventually.js';
import { chromaCommand } from './chroma-command.js';

/** A Chroma server of a test's own, on loopback. */
export interface ChromaServer {
  readonly url: string;
  readonly port: number;
  /** Where its data are, on this machine or in its container. */
  readonly folder: string;
  /** SIGKILL. The data stay, `restart` serves them again on the same port. */
  crash(): Promise<void>;
  restart(): Promise<void>;
  /** Ends the server and removes its data; so does the end of an `await using` block. */
  remove(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a container, or `command` (a `chroma`) with a folder of its own. */
export async function startChromaServer(command: string | ContainerImage): Promise<ChromaServer> {
  if (typeof command !== 'string') {
    const server = await startContainerServer(command);
    return { ...server, folder: '/data', [Symbol.asyncDispose]: () => server.remove() };
  }
  const folder = await temporaryFolder();
  const port = await freePort();
  let running = await launch(command, { port, path: folder.path });
  const crash = (): Promise<void> => end(running);
  const remove = async (): Promise<void> => {
    await crash();
    await folder.remove();
  };
  return {
    url: `http://127.0.0.1:${port.toString()}`,
    port,
    folder: folder.path,
    crash,
    restart: async () => {
      running = await launch(command, { port, path: folder.path });
    },
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

interface Launched {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
}

async function launch(command: string, { port, path }: { readonly port: number; readonly path: string }): Promise<Launched> {
  const [program, ...first] = chromaCommand(command);
  const args = [...first, 'run', '--path', path, '--host', '127.0.0.1', '--port', port.toString()];
  const child = spawn(program, args, { stdio: 'ignore', cwd: path });
  const exited = once(child, 'exit');
  const endWithParent = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', endWithParent);
  child.once('exit', () => process.removeListener('exit', endWithParent));
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`${command} ended at once`);
    return (await fetch(`http://127.0.0.1:${port.toString()}/api/v2/heartbeat`)).ok;
  });
  return { child, exited };
}

async function end({ child, exited }: Launched): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await exited;
}
