import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { builtProgram } from '@tributary/testing';

/** The built command. */
export const MAIN = builtProgram('cli');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Surroundings {
  /** What is piped in. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built command as a process of its own, off a terminal and without the variables of this one. */
export function startTributary(args: readonly string[], env: Surroundings['env'] = {}): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], { stdio: 'pipe', env });
}

/** Runs the built command to its end. */
export async function tributary(args: readonly string[], { input = '', env }: Surroundings = {}): Promise<Finished> {
  const child = startTributary(args, env);
  // A command that refuses its arguments does not read its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return finish(child);
}

/** Waits for the end of a started command. */
export async function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]);
  return { code, stdout, stderr };
}
