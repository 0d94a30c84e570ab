import { DeleteInput, localOwner, type CallContext } from '@tributary/contracts';
import { toErrorRecord } from '@tributary/kernel';
import { eventually, SeededRandom } from '@tributary/testing';
import type { Step } from './bulk-writes.fixture.js';
import type { Killable } from './killable.fixture.js';

/** Longest time from a step of the producer to the kill that is due with it. */
const LONGEST_MS = 250;
/** Of all kills, those that come while the producer is at it; the others while what it handed in is still being indexed. */
const WHILE_PRODUCING = 0.85;
const LOOK_EVERY_MS = 150;
/** Everything is indexed long before. */
const SETTLED_WITHIN_MS = 900_000;

interface Ingest {
  readonly steps: readonly Step[];
  readonly kills: number;
  readonly seed: number;
}

/** Hands the steps in, each until it is acknowledged, while processes are killed; then waits until nothing is under way. @returns kills by process */
export async function ingestUnderKills(tributary: Killable, { steps, kills, seed }: Ingest): Promise<Readonly<Record<string, number>>> {
  const random = new SeededRandom(seed);
  const killed: Record<string, number> = {};
  const producer = { done: 0 };
  const produced = produce(tributary, steps, producer);
  // A failure is told when it is waited for, below.
  produced.catch(() => undefined);
  for (let kill = 0; kill < kills; kill++) {
    const due = Math.min(steps.length, Math.floor(((kill + 0.5) * steps.length) / (kills * WHILE_PRODUCING)));
    await Promise.race([eventually(() => producer.done >= due, SETTLED_WITHIN_MS), produced]);
    // One kill in five comes while the one before is not over.
    if (random.below(5) > 0) await tributary.ready();
    const name = await after(random.below(LONGEST_MS), () => tributary.kill(random));
    killed[name] = (killed[name] ?? 0) + 1;
  }
  await produced;
  await tributary.ready();
  await settled(tributary);
  return killed;
}

async function produce(tributary: Killable, steps: readonly Step[], producer: { done: number }): Promise<void> {
  for (const step of steps) {
    await eventually(() => take(tributary, step), SETTLED_WITHIN_MS);
    producer.done += 1;
  }
}

/** As a producer would: what was not acknowledged is sent again, and what is refused for good is an error of this test. */
async function take(tributary: Killable, step: Step): Promise<boolean> {
  try {
    const operations = await tributary.operations();
    if ('remove' in step) {
      await operations.delete(DeleteInput.parse({ collection: 'bulk', ids: step.remove, confirm: 100_000 }), context());
      return true;
    }
    const outcomes = await operations.ingestDocuments(step.put, context());
    return outcomes.length === step.put.length && outcomes.every(({ status }) => status !== 'refused');
  } catch (error) {
    // A delete that was carried out before its answer was lost finds nothing any more.
    if ('remove' in step && toErrorRecord(error).category === 'not_found') return true;
    throw error;
  }
}

/** Waits until no job waits or runs and no document waits to be indexed. */
async function settled(tributary: Killable): Promise<void> {
  await eventually(async () => {
    const operations = await tributary.operations();
    // A look costs the workers time.
    const { queues, collections } = await after(LOOK_EVERY_MS, () => operations.status(context()));
    const jobs = queues.reduce((sum, { waiting, delayed, active }) => sum + waiting + delayed + active, 0);
    return jobs === 0 && collections.length > 0 && collections.every(({ status }) => status === 'ready');
  }, SETTLED_WITHIN_MS);
}

function after<T>(ms: number, run: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      run().then(resolve, reject);
    }, ms);
  });
}

function context(): CallContext {
  return { principal: localOwner, signal: AbortSignal.timeout(60_000) };
}
