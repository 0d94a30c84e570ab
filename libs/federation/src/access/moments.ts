import { permanent, type Clock } from '@tributary/kernel';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const AGE = /^(\d{1,5})([smhdw])$/;
const DATE_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** A moment of a request as ISO 8601 in UTC: an age such as `7d` counts back from now; a date alone means its first moment, or its last where it
 *  ends a span. */
export function momentOf(text: string, { clock, edge }: { readonly clock: Clock; readonly edge: 'start' | 'end' }): string {
  const [, amount, unit] = AGE.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined) return new Date(clock.now() - Number(amount) * (UNIT_MS[unit] ?? 0)).toISOString();
  const time = DATE_ALONE.test(text) && edge === 'end' ? `${text}T23:59:59.999Z` : inUtc(text);
  const at = Date.parse(time);
  if (Number.isNaN(at)) throw permanent('MOMENT.INVALID', `Not a moment: ${text}. Write an ISO date or an age such as 7d, 12h, 2w.`);
  return new Date(at).toISOString();
}

/** A date and time without a zone is taken as UTC, not as the zone of this machine. */
function inUtc(text: string): string {
  return text.includes('T') && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) ? `${text}Z` : text;
}
