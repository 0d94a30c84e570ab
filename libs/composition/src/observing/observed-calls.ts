/** Runs a call of a method by its name; must give on what `work` gives. */
export type AroundCall = <T>(name: string, work: () => T) => T;

/** The same object, whose named methods are run by `around`. Methods keep their own `this`, so private fields stay in reach. */
export function observedCalls<T extends object>(target: T, names: ReadonlySet<string>, around: AroundCall): T {
  const wrapped = new Map<string, unknown>();
  return new Proxy(target, {
    get(_target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof key !== 'string' || typeof value !== 'function') return value;
      const known = wrapped.get(key);
      if (known !== undefined) return known;
      const method = (...args: readonly unknown[]): unknown => Reflect.apply(value, target, args);
      const called = names.has(key) ? (...args: readonly unknown[]) => around(key, () => method(...args)) : method;
      wrapped.set(key, called);
      return called;
    },
  });
}
