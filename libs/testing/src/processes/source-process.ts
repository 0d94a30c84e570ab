import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { eventually } from '../waiting/eventually.js';
import { NODE_COMPILE_CACHE } from './compile-cache.js';

const HOOKS = new URL('../../../../tools/source-hooks.mjs', import.meta.url).href;

/** A script of this repository in a process of its own. */
export interface SourceProcess {
  /** What it has printed so far. */
  readonly lines: readonly string[];
  /** What it complained of before it ended by itself; undefined as long as it runs, and when it was killed. */
  readonly failure: string | undefined;
  /** Waits for a printed line that starts with this. @throws when the process ends before, with what it wrote to standard error */
  line(start: string): Promise<string>;
  /** SIGKILL: nothing in the process gets to run any more. Resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGSTOP and SIGCONT: the process stands still, with its connections and locks. */
  pause(): void;
  resume(): void;
}

/** Starts a TypeScript file with the Node that runs the tests, from the sources. Its types must be erasable: no decorators, enums or parameter properties. */
export function startSource(script: URL, args: readonly string[] = []): SourceProcess {
  const child = spawn(process.execPath, ['--import', HOOKS, '--conditions=@tributary/source', fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE },
  });
  const endWithParent = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', endWithParent);
  const lines: string[] = [];
  const complaints: string[] = [];
  const printed = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
  // Its last words are still in the pipe when a process is gone.
  const exited = Promise.all([once(child, 'exit'), once(printed, 'close')]);
  return {
    lines,
    get failure() {
      return child.exitCode === null ? undefined : `It ended with ${child.exitCode.toString()}. ${complaints.join('\n')}`;
    },
    line: (start) =>
      eventually(() => {
        const found = lines.find((line) => line.startsWith(start));
        if (found === undefined) throw new Error(`No line "${start}" yet. ${complaints.join('\n')}`);
        return found;
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
      process.removeListener('exit', endWithParent);
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
  };
}
