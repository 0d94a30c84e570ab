/** JSON of the client with every number as JSON knows it: a whole one beyond 2^53 arrives as a bigint, and is the number that was written. */
export function plainNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainNumbers(inner)]));
}
