import type { Problem } from '@tributary/contracts';
import { toErrorRecord, type ErrorCategory } from '@tributary/kernel';

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

/** Any thrown value as a problem document (RFC 9457). What is our own fault keeps its message in the log, not in the answer. */
export function toProblem(error: unknown): Problem {
  const { code, message, category, retryAfterMs } = toErrorRecord(error);
  const status = HTTP_STATUS[category];
  const detail = category === 'internal' ? 'Something went wrong in the server; its log says what.' : message;
  return {
    type: 'about:blank',
    title: code,
    status,
    detail,
    code,
    ...(retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs }),
  };
}
