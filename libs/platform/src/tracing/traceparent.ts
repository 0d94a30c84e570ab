import { randomBytes } from 'node:crypto';

/** Where a call stands in its trace, as W3C Trace Context says it. */
export interface TracePlace {
  /** 32 hexadecimal digits, the same in every service that had a part in one call. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
}

const TRACEPARENT = /^00-(?<trace>[0-9a-f]{32})-(?<span>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})$/;

/** Reads a `traceparent`; undefined where it is none, so that a wrong one costs nothing but its trace. */
export function parseTraceparent(text: string | undefined): TracePlace | undefined {
  const { trace, span, flags } = TRACEPARENT.exec(text ?? '')?.groups ?? {};
  if (trace === undefined || span === undefined || flags === undefined || /^0+$/.test(trace) || /^0+$/.test(span)) return undefined;
  return { traceId: trace, spanId: span, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TracePlace): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** A trace that begins here and that nobody records: its id joins the log lines of one call all the same. */
export function newTracePlace(): TracePlace {
  return { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex'), isSampled: false };
}
