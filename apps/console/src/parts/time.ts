const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];
const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Such as `3 minutes ago`. @param now milliseconds since 1970 */
export function ago(iso: string, now = Date.now()): string {
  const ms = Date.parse(iso) - now;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? ['second', 1000];
  return WORDS.format(Math.round(ms / size), unit);
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

/** Such as `1 passage`, `2,000 passages`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}
