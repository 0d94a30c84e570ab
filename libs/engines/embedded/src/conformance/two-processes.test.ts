import type { CallOptions, Engine } from '@tributary/engines-port';
import { describeEngine } from '@tributary/engines-port/conformance';
import { BM25 } from '@tributary/ranking';
import { replaced, temporaryFolder } from '@tributary/testing';
import { EMBEDDED_CAPABILITIES } from '../index.js';
import { openEngine } from './open-engine.fixture.js';
import { RemoteEngine } from './remote-engine.fixture.js';

/** Reads with one engine and writes with one in another process. */
function split(local: Engine, remote: RemoteEngine): Engine {
  const records = replaced(local.records, {
    put: (...args) => remote.call('put', args),
    delete: (...args) => remote.call('delete', args),
  });
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
    const remote = new RemoteEngine(folder.path);
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
