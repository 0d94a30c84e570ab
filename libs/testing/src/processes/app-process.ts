import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eventually } from '../waiting/eventually.js';
import { builtProgram } from './built-program.js';
import { NODE_COMPILE_CACHE } from './compile-cache.js';

export interface AppOptions {
  readonly args?: readonly string[];
  /** The whole environment but for the place of compiled code: nothing of the test's own reaches the app. */
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node, such as `--import`. */
  readonly nodeArgs?: readonly string[];
}

/** How a process ended, and all it wrote to standard error. */
export interface AppEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/** A built app in a process of its own. */
export interface AppProcess {
  readonly pid: number;
  /** Waits for the address in its log line `ready`, or in that which says what it waits for. @throws when it ends before, with what it wrote */
  ready(): Promise<string>;
  readonly ended: Promise<AppEnd>;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<AppEnd>;
}

/** Starts an app with the Node that runs the tests. It ends with the test process at the latest. */
export function startApp(name: string, { args = [], env = {}, nodeArgs = [] }: AppOptions = {}): AppProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeArgs, builtProgram(name), ...args], {
    env: { NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const endWithParent = (): void => void child.kill('SIGKILL');
  process.once('exit', endWithParent);
  const lines: string[] = [];
  const reader = createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')]).then((): AppEnd => {
    process.removeListener('exit', endWithParent);
    return { code: child.exitCode, signal: child.signalCode, output: lines.join('\n') };
  });
  return {
    pid: child.pid ?? 0,
    ended,
    ready: () => Promise.race([untilReady(lines), ended.then(({ output }) => Promise.reject(new Error(`${name} ended: ${output}`)))]),
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

function untilReady(lines: readonly string[]): Promise<string> {
  return eventually(() => {
    const line = lines.find((candidate) => /"msg":"(?:ready|listening, but not ready)"/.test(candidate));
    const address = /"(?:url|health)":"([^"]+)"/.exec(line ?? '')?.[1];
    if (address === undefined) throw new Error(`Not ready yet. ${lines.join('\n')}`);
    return address;
  });
}
