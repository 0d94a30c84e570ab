/** The same JSON with every text well-formed: half of a surrogate pair is no Unicode and the server refuses it. */
export function wellFormed<T>(json: T): T {
  // Written as JSON a lone surrogate is an escape, so most payloads are known to be fine at once.
  if (!/\\ud[89a-f]/i.test(JSON.stringify(json))) return json;
  // safe: only texts are replaced, by texts
  return mended(json) as T;
}

function mended(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(mended);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.toWellFormed(), mended(inner)]));
}
