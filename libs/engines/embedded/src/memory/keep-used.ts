/** The value of a key, made where there is none; of more than `most` the one unused for longest goes. */
export function keepUsed<Value>(
  kept: Map<string, Value>,
  key: string,
  { make, most }: { readonly make: () => Value; readonly most: number },
): Value {
  const value = kept.get(key) ?? make();
  // Last used goes last, so that the first is the one unused for longest.
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > most) {
    const [oldest] = kept.keys();
    if (oldest !== undefined) kept.delete(oldest);
  }
  return value;
}
