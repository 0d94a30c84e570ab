/** What kind of trouble it is; the gateway maps it to an HTTP status, the CLI to an exit code. */
export type ErrorCategory =
  | 'invalid'
  | 'unauthenticated'
  | 'denied'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'overloaded'
  | 'unavailable'
  | 'timeout'
  | 'cancelled'
  | 'internal';

/** An error as it travels in a job result, a problem document or a dead letter: plain JSON, no stack. */
export interface ErrorRecord {
  readonly code: string;
  readonly message: string;
  readonly category: ErrorCategory;
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
  /** The server did not take the request up: nothing listened, or it asked for patience. So nothing in the request is the reason. Left out: not so. */
  readonly untaken?: boolean;
}

interface ErrorOptions {
  readonly category?: ErrorCategory;
  readonly retryAfterMs?: number;
  readonly untaken?: boolean;
  readonly cause?: unknown;
}

const INTERNAL = 'INTERNAL';

/** The one error class of the product: matched by `code`, never by message; `retryable` says whether trying again can help. */
export class TributaryError extends Error {
  override readonly name = 'TributaryError';
  readonly code: string;
  readonly category: ErrorCategory;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly untaken: boolean;

  constructor(record: ErrorRecord, cause?: unknown) {
    super(record.message, cause === undefined ? undefined : { cause });
    this.code = record.code;
    this.category = record.category;
    this.retryable = record.retryable;
    this.retryAfterMs = record.retryAfterMs;
    this.untaken = record.untaken ?? false;
  }
}

/** An error that trying again cannot mend: wrong input, a missing thing, a broken file. Category `invalid` unless said otherwise. */
export function permanent(code: string, message: string, options: ErrorOptions = {}): TributaryError {
  return create({ code, message, category: options.category ?? 'invalid', retryable: false }, options);
}

/** An error that may pass by itself: a server away, a rate limit, a lost connection. Category `unavailable` unless said otherwise. */
export function retryable(code: string, message: string, options: ErrorOptions = {}): TributaryError {
  return create({ code, message, category: options.category ?? 'unavailable', retryable: true }, options);
}

/** Any thrown value as JSON; what is not a TributaryError becomes `INTERNAL` and keeps its message, but no stack. */
export function toErrorRecord(error: unknown): ErrorRecord {
  if (error instanceof TributaryError) {
    const { code, message, category, retryAfterMs, untaken } = error;
    const record = { code, message, category, retryable: error.retryable, ...(untaken ? { untaken } : {}) };
    return retryAfterMs === undefined ? record : { ...record, retryAfterMs };
  }
  if (isAbort(error)) return { code: 'CANCELLED', message: 'The call was cancelled.', category: 'cancelled', retryable: false };
  const message = error instanceof Error ? error.message : String(error);
  return { code: INTERNAL, message, category: 'internal', retryable: true };
}

/** True of a surprise: its message was written for nobody, so it goes to the log and not to whoever called. What has a code of its own says what to do. */
export function isSurprise({ code }: Pick<ErrorRecord, 'code'>): boolean {
  return code === INTERNAL;
}

/** The counterpart of `toErrorRecord` on the side that receives it. */
export function fromErrorRecord(record: ErrorRecord): TributaryError {
  return new TributaryError(record);
}

/** True for an error with this code. */
export function hasCode(error: unknown, code: string): error is TributaryError {
  return error instanceof TributaryError && error.code === code;
}

/** True when the value was thrown by an aborted signal. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

function create(record: ErrorRecord, options: ErrorOptions): TributaryError {
  const { retryAfterMs, untaken = false, cause } = options;
  return new TributaryError({ ...record, untaken, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }, cause);
}
