import { setTimeout as pause } from 'node:timers/promises';
import { searchQueue } from '@tributary/contracts';
import type { Engine } from '@tributary/engines-port';
import type { Queues } from '@tributary/messaging-port';

/** A process that reads for longer than this takes searches all the same. */
const MOST_MS = 15_000;
/** From one look whether somebody else answers to the next. */
const LOOK_MS = 500;

type ReadingEngines = readonly Pick<Engine, 'readAhead'>[];

/** What the first searches of a process would wait for is read while others answer; where nobody does (any more), a slow answer is better than none. */
export async function readWhileOthersAnswer(engines: ReadingEngines, queues: Pick<Queues, 'isConsumed'>): Promise<void> {
  const doOthersAnswer = () => queues.isConsumed(searchQueue).catch(() => false);
  if (!(await doOthersAnswer())) return;
  const endsAt = performance.now() + MOST_MS;
  const reading = readAhead(engines).then(() => true);
  do if (await Promise.race([reading, pause(LOOK_MS, false)])) return;
  while (performance.now() < endsAt && (await doOthersAnswer()));
}

/** Lets every engine read what first searches need. Never rejects. */
export async function readAhead(engines: ReadingEngines): Promise<void> {
  await Promise.all(engines.map((engine) => engine.readAhead?.() ?? Promise.resolve()));
}
