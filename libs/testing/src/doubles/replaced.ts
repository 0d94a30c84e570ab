/**
 * The object itself, but for the members given, which stand in place of its own; they are looked up at each use, so `members` may change later.
 * The object's methods keep their own `this`, so private fields stay in reach.
 */
export function replaced<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(target, {
    get: (_target, name) => {
      const value: unknown = Reflect.get(members, name) ?? Reflect.get(target, name);
      const bound: unknown = typeof value === 'function' ? value.bind(target) : value;
      return bound;
    },
  });
}
