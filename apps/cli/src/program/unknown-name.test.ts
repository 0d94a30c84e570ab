import { localOwner, type CallContext } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { MemoryOperations } from '@tributary/testing';
import { expect, it } from 'vitest';
import { onCollection } from './unknown-name.js';

const call: CallContext = { principal: localOwner, signal: AbortSignal.timeout(30_000) };

class WriteOnly extends MemoryOperations {
  override listCollections(): Promise<never> {
    return Promise.reject(permanent('ACCESS.DENIED', 'This needs the scope search:read.', { category: 'denied' }));
  }
}

it('tells what went wrong first where the collections cannot be listed', async () => {
  const missing = permanent('COLLECTION.NOT_FOUND', 'There is no collection harbour.', { category: 'not_found' });
  const work = () => Promise.reject(missing);
  await expect(onCollection({ operations: new WriteOnly(), place: 'in /data' }, { name: 'harbour', call, work })).rejects.toBe(missing);
});
