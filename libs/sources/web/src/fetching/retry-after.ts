/** What `Retry-After` asks for: seconds, or a date. Empty for anything else. */
export function retryAfterMs(header: string | undefined): { readonly retryAfterMs?: number } {
  if (header === undefined) return {};
  if (/^\d{1,9}$/.test(header.trim())) return { retryAfterMs: Number(header) * 1000 };
  const moment = Date.parse(header);
  return Number.isNaN(moment) ? {} : { retryAfterMs: Math.max(0, moment - Date.now()) };
}
