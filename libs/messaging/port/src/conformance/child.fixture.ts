// A process the suite can kill: it opens the adapter under test and plays one role until it dies.
import type { Queues } from '../queues/queues.js';
import { ChildSettings } from './child-settings.js';
import { requestQueue, workQueue } from './queues.js';

const { module, settings, queue: name, role, concurrency } = ChildSettings.parse(JSON.parse(process.argv[2] ?? ''));
const adapter = (await import(module)) as { openQueues(settings: string): Promise<Queues> }; // safe: the harness names a module of this shape
const queues = await adapter.openQueues(settings);
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

if (role === 'answer') {
  await queues.consume(requestQueue(name), ({ data }) => Promise.resolve({ n: data.n }), { concurrency });
} else if (role === 'hold') {
  const held = async (n: number): Promise<never> => {
    say(`started ${n.toString()}`);
    return new Promise(() => undefined);
  };
  await queues.consume(workQueue(name), ({ data }) => held(data.n), { concurrency });
}
say('ready');
if (role === 'add') {
  for (let n = 0; ; n += 1) {
    const { id } = await queues.add(workQueue(name), { n });
    say(`added ${id}`);
  }
}
