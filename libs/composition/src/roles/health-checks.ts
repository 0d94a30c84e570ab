import { allQueues, searchQueue } from '@tributary/contracts';
import { engineHealth } from '@tributary/engines-port';
import { permanent } from '@tributary/kernel';
import type { HealthCheck } from '@tributary/platform/http';
import type { Parts } from '../parts/compose-parts.js';

/** What every role needs: its engines, and queues that keep what they are given. */
export function roleHealth({ engines, queues }: Parts): HealthCheck[] {
  const engineChecks = engines.all().map((engine) => ({
    name: `engine ${engine.name}`,
    check: async () => {
      const { status, detail } = await engineHealth(engine);
      if (status !== 'down') return detail;
      // Without the primary one nothing is known; any other costs its own collections only.
      if (engine === engines.primary) throw permanent('ENGINE.DOWN', detail ?? 'down');
      return `down: ${detail ?? 'no reason given'}`;
    },
  }));
  return [...engineChecks, { name: 'queues', check: async () => `durable: ${await queues.durability()}` }];
}

/** What the gateway needs on top: somebody who answers searches. Queues of work that nobody handles keep it waiting and are named. */
export function gatewayHealth(parts: Parts): HealthCheck[] {
  const { queues } = parts;
  const handlers: HealthCheck = {
    name: 'handlers',
    check: async () => {
      const consumed = await Promise.all(allQueues.map(async (queue) => ({ queue, isConsumed: await queues.isConsumed(queue) })));
      const idle = consumed.filter(({ isConsumed }) => !isConsumed).map(({ queue }) => queue.name);
      const sentence = `no live process handles ${idle.join(', ')}`;
      if (idle.includes(searchQueue.name)) throw permanent('QUEUE.UNHANDLED', sentence);
      return idle.length === 0 ? undefined : sentence;
    },
  };
  return [...roleHealth(parts), handlers];
}
