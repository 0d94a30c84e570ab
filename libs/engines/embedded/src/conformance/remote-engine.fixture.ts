// An engine in another process that writes what it is told to.
import { TributaryError } from '@tributary/kernel';
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HOOKS = new URL('../../../../../tools/source-hooks.mjs', import.meta.url).href;

/** Calls of another process, answered in any order. */
export class RemoteEngine {
  readonly child: ChildProcess;
  readonly ready: Promise<unknown>;
  readonly #open = new Map<number, PromiseWithResolvers<unknown>>();
  #next = 0;

  constructor(folder: string) {
    const script = fileURLToPath(new URL('./writer-process.fixture.ts', import.meta.url));
    const execArgv = ['--import', HOOKS, '--conditions=@tributary/source'];
    this.child = fork(script, [folder], { execArgv, serialization: 'advanced', stdio: 'inherit' });
    this.child.on('message', (message: { id: number; result?: unknown; error?: ConstructorParameters<typeof TributaryError>[0] }) => {
      const call = this.#open.get(message.id);
      if (message.error) call?.reject(new TributaryError(message.error));
      else call?.resolve(message.result);
    });
    this.ready = this.#expect(this.#next++);
  }

  // Safe: the process calls the method of that name, so its result has that method’s type.
  async call<T>(call: string, args: readonly unknown[]): Promise<T> {
    const id = this.#next++;
    const answer = this.#expect(id);
    this.child.send({ id, call, args });
    // safe: the process calls the method of that name, so its result has that method’s type
    return (await answer) as T;
  }

  #expect(id: number): Promise<unknown> {
    const call = Promise.withResolvers<unknown>();
    this.#open.set(id, call);
    return call.promise;
  }
}
