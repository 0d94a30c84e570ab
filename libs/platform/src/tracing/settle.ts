/** How a call ended: with an error, or well. */
export type End = { readonly failed: true; readonly error: unknown } | { readonly failed: false; readonly value: unknown };

/** Calls `work` and tells when what it returns has settled; gives on what it gives, and throws what it throws. */
export function settle<T>(work: () => T, ended: (end: End) => void): T {
  let result: T;
  try {
    result = work();
  } catch (error) {
    ended({ failed: true, error });
    throw error;
  }
  if (!(result instanceof Promise)) {
    ended({ failed: false, value: result });
    return result;
  }
  const followed = result.then(
    (value: unknown) => {
      ended({ failed: false, value });
      return value;
    },
    (error: unknown) => {
      ended({ failed: true, error });
      throw error;
    },
  );
  // safe: a promise of what `result` is a promise of
  return followed as T;
}
