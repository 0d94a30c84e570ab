import { allQueues, searchQueue } from '@tributary/contracts';
import { engineHealth, type Engine } from '@tributary/engines-port';
import { Deadline, permanent, toErrorRecord, within } from '@tributary/kernel';
import type { HealthCheck } from '@tributary/platform/http';
import type { Parts } from '../parts/compose-parts.js';
import { MAY_EVICT } from '../parts/open-queues.js';

interface HealthParts extends Pick<Parts, 'engines'> {
  readonly queues: Pick<Parts['queues'], 'durability' | 'eviction' | 'isConsumed'>;
}

/** Below the limit of a whole check: an engine that hangs is then told of, and costs its own collections only. */
const OTHER_ENGINE_LIMIT_MS = 1000;

const SEE_STATUS = 'not all is well with it; `tributary status` of whoever runs the server says why';

/** What every role needs: its engines, and queues that keep what they are given. It tells files and addresses, for a port that only the operator reaches. */
export function roleHealth({ engines, queues }: HealthParts): HealthCheck[] {
  return [...engineChecks(engines, (detail) => detail ?? 'no reason given'), { name: 'queues', check: () => keeping(queues) }];
}

/** The same of a gateway, and somebody who answers searches. Queues of work that nobody handles keep it waiting and are named. Whoever asks is answered, so that
 *  files and addresses stay unsaid. */
export function gatewayHealth({ engines, queues }: HealthParts): HealthCheck[] {
  const handlers: HealthCheck = {
    name: 'handlers',
    check: async () => {
      const asked = allQueues.map(async (queue) => ({ queue, isConsumed: await queues.isConsumed(queue) }));
      const idle = (await unsaid(Promise.all(asked))).filter(({ isConsumed }) => !isConsumed).map(({ queue }) => queue.name);
      const sentence = `no live process handles ${idle.join(', ')}`;
      if (idle.includes(searchQueue.name)) throw permanent('QUEUE.UNHANDLED', sentence);
      return idle.length === 0 ? undefined : sentence;
    },
  };
  return [...engineChecks(engines, () => SEE_STATUS), { name: 'queues', check: () => unsaid(keeping(queues)) }, handlers];
}

/** How safe waiting jobs are. A Redis may come back with other settings than it had at the start of the process. */
async function keeping(queues: HealthParts['queues']): Promise<string> {
  const [durable, eviction] = await Promise.all([queues.durability(), queues.eviction()]);
  return `durable: ${durable}${eviction === 'possible' ? `; ${MAY_EVICT}` : ''}`;
}

/** @param tell what is said of an engine that is not well, by its own words */
function engineChecks(engines: Parts['engines'], tell: (detail: string | undefined) => string): HealthCheck[] {
  return engines.all().map((engine) => ({
    name: `engine ${engine.name}`,
    check: () => (engine === engines.primary ? primaryState(engine, tell) : otherState(engine, tell)),
  }));
}

/** Without the primary one nothing is known. */
async function primaryState(engine: Engine, tell: (detail: string | undefined) => string): Promise<string | undefined> {
  const { status, detail } = await engineHealth(engine);
  if (status === 'down') throw permanent('ENGINE.DOWN', tell(detail));
  return status === 'up' ? detail : `${status}: ${tell(detail)}`;
}

/** Any other is told of, whatever is wrong with it. */
async function otherState(engine: Engine, tell: (detail: string | undefined) => string): Promise<string | undefined> {
  const deadline = Deadline.in(OTHER_ENGINE_LIMIT_MS);
  const health = await within({ deadline }, () => engineHealth(engine)).catch(() => undefined);
  if (health === undefined) return `no answer within ${OTHER_ENGINE_LIMIT_MS.toString()} ms`;
  return health.status === 'up' ? health.detail : `${health.status}: ${tell(health.detail)}`;
}

/** What was asked; where that fails, an error without the words of what failed. */
async function unsaid<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw permanent(toErrorRecord(error).code, SEE_STATUS);
  }
}
