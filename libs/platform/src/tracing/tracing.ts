import { currentScope, inScope } from './call-scope.js';
import { formatTraceparent, newTracePlace, parseTraceparent } from './traceparent.js';

/** `server` and `consumer` begin a piece of work in a process, the others are steps of it. */
export type SpanKind = 'server' | 'consumer' | 'client' | 'producer' | 'internal';

export interface SpanOptions {
  readonly name: string;
  readonly kind: SpanKind;
  /** The `traceparent` of whoever asked, where it came from another process. */
  readonly parent?: string | undefined;
  readonly requestId?: string;
  /** Names, ids and sizes; never texts, queries or tokens. */
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
}

/** Follows a call through the processes that have a part in it. */
export interface Tracing {
  /** Runs `work` as one step of the call; ends when what it returns settles, failed when that is rejected. */
  span<T>(options: SpanOptions, work: () => T): T;
  /** For whoever is asked next; undefined outside every call. */
  traceparent(): string | undefined;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

export function currentTraceparent(): string | undefined {
  const scope = currentScope();
  return scope && formatTraceparent(scope);
}

/** Carries ids from process to process, so that the logs of one call can be joined, and records nothing. */
export const idTracing: Tracing = {
  span<T>({ kind, parent, requestId }: SpanOptions, work: () => T): T {
    const given = parseTraceparent(parent);
    const around = currentScope();
    if (given === undefined && (around !== undefined || (kind !== 'server' && kind !== 'consumer'))) return work();
    const request = requestId ?? around?.requestId;
    return inScope({ ...(given ?? newTracePlace()), ...(request === undefined ? {} : { requestId: request }) }, work);
  },
  traceparent: currentTraceparent,
  close: () => Promise.resolve(),
};
