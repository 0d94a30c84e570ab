import { ingestDocumentQueue, maintenanceQueue } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { eventually } from '@tributary/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AcceptDocuments } from '../acceptance/accept-documents.use-case.js';
import { QueuesAway } from '../testbed/queues-away.fixture.js';
import { Testbed } from '../testbed/testbed.fixture.js';

let bed: Testbed;
beforeEach(async () => {
  bed = await Testbed.open();
  await bed.start({}, [maintenanceQueue]);
});
afterEach(() => bed.close());

function note(id: string) {
  return { v: 1 as const, collection: 'notes', id, content: `Text of ${id}.` };
}

async function loseJobOf(id: string): Promise<void> {
  await new AcceptDocuments({ ...bed.collaborators, queues: new QueuesAway() }).run([note(id)]);
}

/** @returns how many documents wait for a worker after a sweep */
async function waitingAfterSweep(): Promise<number> {
  await bed.queues.add(maintenanceQueue, { task: 'sweep' });
  await eventually(async () => {
    const { waiting, active, dead } = await bed.queues.counts(maintenanceQueue);
    expect({ waiting, active, dead }).toEqual({ waiting: 0, active: 0, dead: 0 });
  });
  return (await bed.queues.counts(ingestDocumentQueue)).waiting;
}

it('takes up what lost its job after half a minute where no document waits or is at work', async () => {
  await loseJobOf('a');
  bed.clock.moveOn(29_000);
  expect(await waitingAfterSweep()).toBe(0);
  bed.clock.moveOn(2000);
  expect(await waitingAfterSweep()).toBe(1);
});

it('takes it up after ten minutes where others do, since it may be one of them', async () => {
  await loseJobOf('a');
  await new AcceptDocuments(bed.collaborators).run([note('b')]);
  bed.clock.moveOn(599_000);
  expect(await waitingAfterSweep()).toBe(1);
  bed.clock.moveOn(2000);
  expect(await waitingAfterSweep()).toBe(2);
});

it('leaves a document alone for ten minutes whose job became a dead letter without a word to its row', async () => {
  const broken = await bed.queues.consume(ingestDocumentQueue, () => Promise.reject(permanent('A.B', 'broken')), { concurrency: 1 });
  await new AcceptDocuments(bed.collaborators).run([note('poison')]);
  await eventually(async () => (await bed.queues.counts(ingestDocumentQueue)).dead === 1);
  await broken.stop(1000);
  bed.clock.moveOn(599_000);
  expect(await waitingAfterSweep()).toBe(0);
  bed.clock.moveOn(2000);
  expect(await waitingAfterSweep()).toBe(1);
});
