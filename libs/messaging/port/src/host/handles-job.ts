import type { AnyQueue } from '@tributary/contracts';
import type { Job, JobHandler, Skipped } from '../jobs/job.js';
import type { QueueResult } from '@tributary/contracts';

interface Registration {
  readonly queue: AnyQueue;
  readonly method: string | symbol;
}

const registrations = new WeakMap<object, Registration[]>();

/** Marks a method as the handler of a queue; the type of the job it takes follows from the queue. */
export function HandlesJob<Q extends AnyQueue>(queue: Q) {
  return <Handler extends (job: Job<Q>) => Promise<QueueResult<Q> | Skipped>>(
    prototype: object,
    method: string | symbol,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): void => {
    if (descriptor.value === undefined) throw new TypeError(`@HandlesJob stands on a method; ${String(method)} is none.`);
    const known = registrations.get(prototype) ?? [];
    registrations.set(prototype, [...known, { queue, method }]);
  };
}

export interface RegisteredHandler {
  readonly queue: AnyQueue;
  readonly handler: JobHandler<AnyQueue>;
  /** `Class.method`, for messages. */
  readonly where: string;
}

/** The handlers an object’s class declares with `@HandlesJob`, bound to it. */
export function handlersOf(instance: object): readonly RegisteredHandler[] {
  const prototype: unknown = Object.getPrototypeOf(instance);
  const declared = typeof prototype === 'object' && prototype !== null ? registrations.get(prototype) : undefined;
  return (declared ?? []).map(({ queue, method }) => {
    const handler: unknown = Reflect.get(instance, method);
    if (typeof handler !== 'function') throw new TypeError(`${String(method)} is not a method`);
    return {
      queue,
      handler: (job) => Reflect.apply(handler, instance, [job]) as ReturnType<JobHandler<AnyQueue>>, // safe: the decorator checked the method’s type against the queue
      where: `${instance.constructor.name}.${String(method)}`,
    };
  });
}
