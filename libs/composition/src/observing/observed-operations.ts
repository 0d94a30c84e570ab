import type { Operations } from '@tributary/contracts';
import { observedCalls } from './observed-calls.js';
import type { Observing } from './observing.js';

/** Operations that are timed whatever surface they are asked over; `status` is left out: /metrics itself asks for it. */
export function observedOperations<T extends Operations>(operations: T, observing: Observing): T {
  return observedCalls(operations, namesOf(operations), (operation, work) =>
    observing.step(
      { name: operation, kind: 'internal' },
      () => counted(work, observing),
      (outcome, seconds) => {
        observing.metrics.operationSeconds.observe({ operation, outcome }, seconds);
      },
    ),
  );
}

function counted<T>(work: () => T, observing: Observing): T {
  const result = work();
  if (result instanceof Promise)
    result.catch((error: unknown) => {
      observing.countError(error);
    });
  return result;
}

function namesOf(operations: object): ReadonlySet<string> {
  const names = new Set<string>();
  for (let type: unknown = operations; type instanceof Object && type !== Object.prototype; type = Object.getPrototypeOf(type))
    for (const name of Object.getOwnPropertyNames(type)) names.add(name);
  names.delete('constructor');
  names.delete('status');
  return names;
}
