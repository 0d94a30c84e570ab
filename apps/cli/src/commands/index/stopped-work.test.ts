import { localOwner } from '@tributary/contracts';
import { MemoryOperations } from '@tributary/testing';
import { beforeEach, expect, it } from 'vitest';
import { StoppedWork } from './stopped-work.js';

const REASON = 'The jobs file cannot be written (database or disk is full).';

class FullOperations extends MemoryOperations {
  isFull = true;
  override async status() {
    const status = await super.status();
    return this.isFull ? { ...status, standstill: REASON } : status;
  }
}

let operations: FullOperations;
let seconds: number;
let stopped: StoppedWork;
beforeEach(() => {
  operations = new FullOperations();
  seconds = 0;
  const call = { principal: localOwner, signal: new AbortController().signal };
  stopped = new StoppedWork({ operations, call, now: () => seconds * 1000 });
});
const lookAt = (moment: number, pending: number) => {
  seconds = moment;
  return stopped.look([{ pending }]);
};

it('ends the wait after three seconds without a change, where nothing can be written', async () => {
  await lookAt(0, 5);
  await lookAt(2.9, 5);
  const ended = lookAt(3, 5);
  await expect(ended).rejects.toMatchObject({ code: 'DATA.UNWRITABLE', retryable: true });
  await expect(ended).rejects.toThrow(REASON);
});

it('lets the wait go on while something changes, and where writes are taken', async () => {
  await lookAt(0, 5);
  await lookAt(4, 4);
  await lookAt(6, 4);
  operations.isFull = false;
  await lookAt(60, 4);
  operations.isFull = true;
  await lookAt(62, 4);
  await expect(lookAt(63, 4)).rejects.toMatchObject({ code: 'DATA.UNWRITABLE' });
});
