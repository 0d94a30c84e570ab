import type { CallOptions, Engine, RecordStore } from '@tributary/engines-port';
import { describeEngine } from '@tributary/engines-port/conformance';
import { TributaryError } from '@tributary/kernel';
import { BM25 } from '@tributary/ranking';
import { replaced, temporaryFolder } from '@tributary/testing';
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { EMBEDDED_CAPABILITIES } from '../index.js';
import { openEngine } from './open-engine.fixture.js';

const HOOKS = new URL('../../../../../tools/source-hooks.mjs', import.meta.url).href;

/** Calls of another process, answered in any order. */
class Remote {
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

/** Reads with one engine and writes with one in another process. */
function split(local: Engine, remote: Remote): Engine {
  const records: RecordStore = {
    get: (...args) => local.records.get(...args),
    list: (...args) => local.records.list(...args),
    count: (...args) => local.records.count(...args),
    put: (...args) => remote.call('put', args),
    delete: (...args) => remote.call('delete', args),
  };
  const write = async <T>(call: string, args: readonly unknown[], options: CallOptions = {}): Promise<T> => {
    options.signal?.throwIfAborted();
    return remote.call<T>(call, args);
  };
  const writes: Pick<Engine, 'records' | 'createCollection' | 'dropCollection' | 'writeDocument' | 'deleteDocuments' | 'dropTombstones'> = {
    records,
    createCollection: (name, card, options) => write('createCollection', [name, card], options),
    dropCollection: (name, options) => write('dropCollection', [name], options),
    writeDocument: (document, options) => write('writeDocument', [document], options),
    deleteDocuments: (deletes, options) => write('deleteDocuments', [deletes], options),
    dropTombstones: (collection, before, options) => write('dropTombstones', [collection, before], options),
  };
  return replaced(local, writes);
}

describeEngine({
  name: 'EmbeddedEngine with its writer in another process',
  capabilities: EMBEDDED_CAPABILITIES,
  bm25: BM25,
  durable: true,
  processes: false,
  makeHarness: async () => {
    const folder = await temporaryFolder();
    const remote = new Remote(folder.path);
    await remote.ready;
    const local = await openEngine(folder.path);
    return {
      engine: split(local, remote),
      open: () => openEngine(folder.path),
      close: async () => {
        await local.close();
        remote.child.kill('SIGKILL');
        await folder.remove();
      },
    };
  },
});
