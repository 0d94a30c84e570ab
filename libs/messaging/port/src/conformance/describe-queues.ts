import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import type { Queues } from '../queues/queues.js';
import { backPressureBehaviours } from './back-pressure.js';
import { cancelBehaviours } from './cancel.js';
import { deadLetterBehaviours } from './dead-letters.js';
import { dedupBehaviours } from './dedup.js';
import { deliveryBehaviours } from './delivery.js';
import { exclusiveBehaviours } from './exclusive.js';
import type { OpenOptions, QueuesHarness, QueuesSuite, SuiteContext } from './harness.js';
import { hostBehaviours } from './host.js';
import { listBehaviours } from './lists.js';
import { metOutageBehaviours } from './met-outages.js';
import { outageBehaviours } from './outages.js';
import { payloadBehaviours } from './payloads.js';
import { priorityBehaviours } from './priority.js';
import { progressBehaviours } from './progress.js';
import { requestBehaviours } from './requests.js';
import { requestLimitBehaviours } from './request-limits.js';
import { retryBehaviours } from './retries.js';
import { stopBehaviours } from './stopping.js';
import { takeoverBehaviours } from './takeover.js';
import { workloadBehaviours } from './workloads.js';

const EVENT_TIMEOUT_MS = 40_000;

const EVERYWHERE = [
  deliveryBehaviours,
  payloadBehaviours,
  retryBehaviours,
  deadLetterBehaviours,
  dedupBehaviours,
  exclusiveBehaviours,
  priorityBehaviours,
  progressBehaviours,
  cancelBehaviours,
  listBehaviours,
  stopBehaviours,
  requestBehaviours,
  requestLimitBehaviours,
  backPressureBehaviours,
  metOutageBehaviours,
  workloadBehaviours,
  hostBehaviours,
];

/** The behaviours every queue adapter shows. They assert events, within 30 s each; times are the benches' business. */
export function describeQueues(suite: QueuesSuite): void {
  describe(suite.name, { timeout: EVENT_TIMEOUT_MS }, () => {
    const context = prepare(suite);
    for (const behaviours of EVERYWHERE) behaviours(context);
    if (suite.processes) takeoverBehaviours(context);
    if (suite.outages) outageBehaviours(context);
  });
}

function prepare(suite: QueuesSuite): SuiteContext {
  let harness: QueuesHarness | undefined;
  const handles: Queues[] = [];
  beforeAll(async () => {
    if (suite.skip === undefined) harness = await suite.makeHarness();
  }, EVENT_TIMEOUT_MS);
  beforeEach((context) => {
    if (suite.skip !== undefined) context.skip(suite.skip);
  });
  afterEach(async () => {
    await Promise.all(handles.splice(0).map((handle) => handle.close(1000)));
  }, EVENT_TIMEOUT_MS);
  afterAll(async () => {
    await harness?.close();
  });
  const theHarness = (): QueuesHarness => {
    if (harness === undefined) throw new Error('The harness is made before the first test.');
    return harness;
  };
  return {
    suite,
    harness: theHarness,
    open: async (options?: OpenOptions) => {
      const handle = await theHarness().open(options);
      handles.push(handle);
      return handle;
    },
    freshName: () => `suite-${randomUUID().slice(0, 8)}`,
  };
}
