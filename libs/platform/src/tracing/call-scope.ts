import { AsyncLocalStorage } from 'node:async_hooks';
import type { TracePlace } from './traceparent.js';

/** What every line of the log and every span of one call have in common. */
export interface CallScope extends TracePlace {
  /** As the caller named it by `x-request-id`, else the id of the trace. */
  readonly requestId?: string;
}

const scopes = new AsyncLocalStorage<CallScope>();

/** The call this code runs for. */
export function currentScope(): CallScope | undefined {
  return scopes.getStore();
}

/** Runs `work`, and what it starts, for this call. */
export function inScope<T>(scope: CallScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** The ids that stand in every log line of a call. */
export function scopeFields(): Readonly<Record<string, string>> {
  const scope = scopes.getStore();
  if (scope === undefined) return {};
  const { traceId, spanId, requestId } = scope;
  return { trace_id: traceId, span_id: spanId, ...(requestId === undefined ? {} : { request_id: requestId }) };
}
