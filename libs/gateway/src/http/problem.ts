import type { Problem } from '@tributary/contracts';
import { isSurprise, toErrorRecord, type ErrorCategory, type ErrorRecord } from '@tributary/kernel';

/** Of an answer, by what kind of trouble it tells. */
export const HTTP_STATUS: Readonly<Record<ErrorCategory, number>> = {
  invalid: 400,
  unauthenticated: 401,
  denied: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  too_large: 413,
  overloaded: 429,
  cancelled: 499,
  internal: 500,
  unavailable: 503,
  timeout: 504,
};

/** Of single errors, where HTTP has a word for them alone. */
const STATUS_OF_CODE: ReadonlyMap<string, number> = new Map([['REQUEST.STALLED', 408]]);

/** What is told of an error: of a surprise only that there was one. */
export function told(record: Pick<ErrorRecord, 'code' | 'message'>): string {
  return isSurprise(record) ? 'Something went wrong in the server; its log says what.' : record.message;
}

/** Any thrown value as a problem document (RFC 9457). */
export function toProblem(error: unknown): Problem {
  const record = toErrorRecord(error);
  const { code, category, retryAfterMs } = record;
  const status = STATUS_OF_CODE.get(code) ?? HTTP_STATUS[category];
  return {
    type: 'about:blank',
    title: code,
    status,
    detail: told(record),
    code,
    ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
  };
}
