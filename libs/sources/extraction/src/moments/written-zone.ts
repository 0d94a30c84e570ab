const MINUTE_MS = 60_000;

/** Hours ahead of UTC; other names of zones say nothing (RFC 5322, 4.3). */
const ZONES: ReadonlyMap<string, number> = new Map([
  ...([
    ['EST', -5],
    ['EDT', -4],
    ['CST', -6],
    ['CDT', -5],
  ] as const),
  ...([
    ['MST', -7],
    ['MDT', -6],
    ['PST', -8],
    ['PDT', -7],
  ] as const),
]);

/** How far a zone is ahead of UTC, in milliseconds: `+0100`, `+01:00`, `GMT+0100`, `EST`, where it says both, by its digits; not a number for one that there is not. */
export function zoneMsOf(zone: string): number {
  const [, sign, hours, minutes = '0'] = /([+-])(\d\d):?(\d\d)?/.exec(zone) ?? [];
  if (sign === undefined) return (ZONES.get(zone.toUpperCase()) ?? 0) * 60 * MINUTE_MS;
  if (Number(hours) > 23 || Number(minutes) > 59) return Number.NaN;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
