// The processes of the services: started, their lines prefixed, ended together.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Longer than the time a service takes to drain. */
const END_LIMIT_MS = 30_000;

/** A set of child processes that are ended together. */
export class Processes {
  #children = new Map();
  #isEnding = false;
  /** @type {string} */
  #nodePath;
  #onExit;

  /**
   * @param {{ nodePath: string, onExit: (name: string, how: string) => void }} options `onExit` is called when a process ends that nobody ended
   */
  constructor({ nodePath, onExit }) {
    this.#nodePath = nodePath;
    this.#onExit = onExit;
  }

  /**
   * @param {string} name prefix of its lines
   * @param {{ entry: string, args: readonly string[], env: Record<string, string> }} program
   */
  start(name, { entry, args, env }) {
    // A group of its own, so that Ctrl-C reaches it once, from here; and a channel by which it notices when this process is gone.
    const child = spawn(this.#nodePath, ['--disable-warning=ExperimentalWarning', entry, ...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => process.stderr.write(`${name.padEnd(18)} ${line}\n`));
    }
    this.#children.set(name, child);
    child.once('exit', (code, signal) => {
      this.#children.delete(name);
      if (!this.#isEnding) this.#onExit(name, signal ?? `exit code ${code}`);
    });
  }

  /** Asks all to end and waits; whoever has not drained in time is killed. */
  async end() {
    this.#isEnding = true;
    const children = [...this.#children.values()].filter((child) => child.exitCode === null && child.signalCode === null);
    const gone = children.map((child) => once(child, 'exit'));
    for (const child of children) child.kill('SIGTERM');
    const limit = setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), END_LIMIT_MS);
    await Promise.all(gone);
    clearTimeout(limit);
  }
}
