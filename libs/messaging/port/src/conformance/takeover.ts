import { describe, expect, it } from 'vitest';
import { Deadline } from '@tributary/kernel';
import { eventually, startSource, type SourceProcess } from '@tributary/testing';
import type { ChildSettings } from './child-settings.js';
import { deferred } from './deferred.js';
import type { SuiteContext } from './harness.js';
import { jobIn } from './job-in.js';
import { requestQueue, workQueue } from './queues.js';

const SCRIPT = new URL('./child.fixture.ts', import.meta.url);
/** Less than after which a process is taken for gone, and more than a busy machine takes now and then. */
const STANDING_STILL_MS = 5000;

export function takeoverBehaviours({ suite, open, harness, freshName }: SuiteContext): void {
  const start = (settings: Pick<ChildSettings, 'role' | 'queue'>): SourceProcess => {
    const child = harness().child;
    if (child === undefined) throw new Error('The harness does not say how a child process opens the store.');
    return startSource(SCRIPT, [JSON.stringify({ ...settings, module: child.module.href, settings: child.settings })]);
  };

  describe('killed processes', () => {
    it('hands the jobs of a killed consumer to another, and only those', async () => {
      const queues = await open();
      const [queue, own] = [workQueue(freshName()), workQueue(freshName())];
      const child = start({ role: 'hold', queue: queue.name });
      const added = await queues.addMany(queue, [{ n: 1 }, { n: 2 }, { n: 3 }]);
      for (const n of [1, 2, 3]) await child.line(`started ${n.toString()}`);
      const mayEnd = deferred();
      const ownRuns: number[] = [];
      await queues.consume(
        own,
        async ({ attempt }) => {
          ownRuns.push(attempt);
          await mayEnd.promise;
          return { n: 1 };
        },
        { concurrency: 2 },
      );
      const longJob = await queues.add(own, { n: 9 });
      await eventually(() => ownRuns.length === 1);
      const seen: number[] = [];
      await queues.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 1 });
      await child.kill();
      await eventually(() => seen.length === 3);
      for (const { id } of added) await jobIn(queues, id, 'done');
      expect([...seen].sort()).toEqual([1, 2, 3]);
      expect((await queues.get(added[0]?.id ?? ''))?.attempts).toBe(2);
      mayEnd.resolve();
      await jobIn(queues, longJob.id, 'done');
      expect(ownRuns).toEqual([1]); // the lease of the living was renewed all the while
    });

    it('keeps every job whose add was acknowledged before the adder was killed', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const child = start({ role: 'add', queue: queue.name });
      await eventually(() => child.lines.length > 100);
      await child.kill();
      const acknowledged = child.lines.filter((line) => line.startsWith('added ')).map((line) => line.slice('added '.length));
      const handled = new Set<string>();
      await queues.consume(queue, ({ id }) => (handled.add(id), Promise.resolve({ n: 1 })), { concurrency: 16 });
      await eventually(() => acknowledged.every((id) => handled.has(id)));
      expect(acknowledged.length).toBeGreaterThan(50);
    });

    it('takes the jobs of a process that stands still, and has it let go of them when it moves again', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const child = start({ role: 'hold', queue: queue.name });
      await child.line('ready');
      const { id } = await queues.add(queue, { n: 1 });
      await child.line('started 1');
      child.pause();
      const seen: number[] = [];
      await queues.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 1 });
      await jobIn(queues, id, 'done');
      child.resume();
      await child.line('aborted 1');
      await child.kill();
      expect((await queues.get(id))?.state).toBe('done');
      expect(seen).toEqual([1]);
    });

    it('ends a job that was cancelled while its process stood still, and runs it nowhere, when that is killed', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const child = start({ role: 'hold', queue: queue.name });
      await child.line('ready');
      const { id } = await queues.add(queue, { n: 1 });
      await child.line('started 1');
      child.pause();
      await queues.cancel(id);
      const seen: number[] = [];
      await queues.consume(queue, ({ data }) => Promise.resolve({ n: seen.push(data.n) }), { concurrency: 1 });
      await child.kill();
      await jobIn(queues, id, 'cancelled');
      const after = await queues.add(queue, { n: 2 });
      await jobIn(queues, after.id, 'done');
      expect(seen).toEqual([2]);
    });

    it('no longer sees a killed consumer', async () => {
      const queues = await open();
      const queue = workQueue(freshName());
      const child = start({ role: 'hold', queue: queue.name });
      await child.line('ready');
      await eventually(() => queues.isConsumed(queue));
      await child.kill();
      await eventually(async () => !(await queues.isConsumed(queue)));
    });
  });

  if (suite.remoteRequests) {
    describe('requests between processes', () => {
      it('are answered', async () => {
        const queues = await open();
        const queue = requestQueue(freshName());
        const child = start({ role: 'answer', queue: queue.name });
        await child.line('ready');
        expect(await queues.request(queue, { n: 21 }, { deadline: Deadline.in(30_000) })).toEqual({ n: 42 });
        await child.kill();
      });

      it('are refused, not left to their deadline, when the only answerer is killed', async () => {
        const queues = await open();
        const queue = requestQueue(freshName());
        const child = start({ role: 'mute', queue: queue.name });
        await child.line('ready');
        const asked = expect(queues.request(queue, { n: 1 }, { deadline: Deadline.in(3_600_000) })).rejects.toMatchObject({
          code: 'REQUEST.NO_ANSWERER',
        });
        await child.line('asked 1');
        await child.kill();
        await asked;
      });

      it('are answered by one that stands still for five seconds: it is late, not gone', async () => {
        const queues = await open();
        const queue = requestQueue(freshName());
        const child = start({ role: 'answer', queue: queue.name });
        await child.line('ready');
        child.pause();
        setTimeout(() => {
          child.resume();
        }, STANDING_STILL_MS);
        expect(await queues.request(queue, { n: 21 }, { deadline: Deadline.in(30_000) })).toEqual({ n: 42 });
        await child.kill();
      });

      it('are answered by another process when their answerer is killed', async () => {
        const queues = await open();
        const queue = requestQueue(freshName());
        const mute = start({ role: 'mute', queue: queue.name });
        await mute.line('ready');
        const asked = queues.request(queue, { n: 4 }, { deadline: Deadline.in(3_600_000) });
        await mute.line('asked 4');
        const answerer = start({ role: 'answer', queue: queue.name });
        await answerer.line('ready');
        await mute.kill();
        expect(await asked).toEqual({ n: 8 });
        await answerer.kill();
      });
    });
  }
}
