/** Values that may be given again for a moment, each under a name. */
export class RecentValues<T> {
  readonly #forMs: number;
  readonly #values = new Map<string, { readonly value: T; readonly untilMs: number }>();

  constructor(forMs: number) {
    this.#forMs = forMs;
  }

  /** The value under this name, read anew unless it was kept a moment ago. @param mayKeep whether the next one may be given what was read now */
  async get(name: string, read: () => Promise<T>, mayKeep: (value: T) => boolean): Promise<T> {
    const known = this.#values.get(name);
    if (known !== undefined && known.untilMs > performance.now() && mayKeep(known.value)) return known.value;
    const value = await read();
    if (mayKeep(value)) this.#values.set(name, { value, untilMs: performance.now() + this.#forMs });
    else this.#values.delete(name);
    return value;
  }
}
