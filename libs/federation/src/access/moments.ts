import { permanent, type Clock } from '@tributary/kernel';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const AGE = /^(\d{1,5})([smhdw])$/;
const DATE_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** A moment of a request as ISO 8601 in UTC: an age such as `7d` counts back from now; a date alone means its first moment, or its last where it
 *  ends a span. */
export function momentOf(text: string, { clock, edge }: { readonly clock: Clock; readonly edge: 'start' | 'end' }): string {
  const [, amount, unit] = AGE.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) return new Date(clock.now() - Number(amount) * (UNIT_MS[unit] ?? 0)).toISOString();
  const time = edge === 'end' ? endOf(text) : inUtc(text);
  const at = Date.parse(time);
  if (Number.isNaN(at)) throw permanent('MOMENT.INVALID', `Not a moment: ${text}. Write an ISO date or an age such as 7d, 12h, 2w.`);
  return new Date(at).toISOString();
}

/** Whether a moment of a request counts back from now. */
export function isAge(text: string): boolean {
  return AGE.test(text);
}

/** The last moment that is meant by a date, which a date alone leaves open. */
export function endOf(text: string): string {
  return DATE_ALONE.test(text) ? `${text}T23:59:59.999Z` : inUtc(text);
}

/** A date and time without a zone is taken as UTC, not as the zone of this machine. */
function inUtc(text: string): string {
  return text.includes('T') && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? `${text}Z` : text;
}
