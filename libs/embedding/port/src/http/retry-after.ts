const LONGEST_MS = 600_000;

/** Milliseconds to wait by `retry-after-ms` or `Retry-After` (seconds or an HTTP date), at most ten minutes; undefined when neither says so. */
export function retryAfterMs(headers: Pick<Headers, 'get'>, now = Date.now()): number | undefined {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (exact >= 0) return Math.min(LONGEST_MS, Math.ceil(exact));
  const text = headers.get('retry-after')?.trim() ?? '';
  if (text === '') return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_MS, Math.max(0, Math.ceil(ms)));
}
