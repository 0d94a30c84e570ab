// A process the suite can kill: it opens the adapter under test and plays one role until it dies.
import { say } from '@tributary/testing';
import type { Queues } from '../queues/queues.js';
import { ChildSettings } from './child-settings.js';
import { aborted } from './deferred.js';
import { requestQueue, workQueue } from './queues.js';

const { module, settings, queue: name, role, concurrency } = ChildSettings.parse(JSON.parse(process.argv[2] ?? ''));
const adapter = (await import(module)) as { openQueues(settings: string): Promise<Queues> }; // safe: the harness names a module of this shape
const queues = await adapter.openQueues(settings);

const never = (): Promise<never> => new Promise(() => undefined);

switch (role) {
  case 'answer':
    await queues.consume(requestQueue(name), ({ data }) => Promise.resolve({ n: data.n * 2 }), { concurrency });
    break;
  case 'mute':
    await queues.consume(requestQueue(name), ({ data }) => (say(`asked ${data.n.toString()}`), never()), { concurrency });
    break;
  case 'hold':
    await queues.consume(
      workQueue(name),
      async ({ data, signal }) => {
        say(`started ${data.n.toString()}`);
        await aborted(signal).catch(() => undefined);
        say(`aborted ${data.n.toString()}`);
        return never();
      },
      { concurrency },
    );
    break;
  case 'add':
    break;
}
say('ready');
if (role === 'add') {
  for (let n = 0; ; n += 1) {
    const { id } = await queues.add(workQueue(name), { n });
    say(`added ${id}`);
  }
}
