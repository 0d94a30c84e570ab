import { localOwner, type CallContext, type CollectionSummary } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { listWhenStarted } from './await-servers.js';

const CALL: CallContext = { principal: localOwner, signal: new AbortController().signal };

/** Says of its one collection that it failed, so many times. */
class StartingOperations extends MemoryOperations {
  looks = 0;

  constructor(readonly failures: number) {
    super();
  }

  override listCollections(): Promise<readonly CollectionSummary[]> {
    this.looks++;
    const status = this.looks <= this.failures ? 'failed' : 'ready';
    const summary: CollectionSummary = { name: 'notes', description: '', engine: 'notes', model: { name: 'static', dimension: 256 }, documents: 1, chunks: 1, description_generated: false, created_at: '', status }; // oxfmt-ignore
    return Promise.resolve([summary]);
  }
}

async function listed(failures: number, startsServers: boolean) {
  const operations = new StartingOperations(failures);
  const connection = {
    operations,
    place: 'in /data',
    sharesFiles: true,
    keepsCursors: false,
    startsServers,
    close: () => Promise.resolve(),
  };
  const [found] = await listWhenStarted(connection, CALL);
  return { looks: operations.looks, status: found?.status };
}

it('looks again until servers that start with the command answer', async () => {
  expect(await listed(2, true)).toEqual({ looks: 3, status: 'ready' });
});

it('says what it knows when they do not', async () => {
  expect(await listed(9, true)).toEqual({ looks: 4, status: 'failed' });
});

it('looks once where no servers start', async () => {
  expect(await listed(2, false)).toEqual({ looks: 1, status: 'failed' });
});
