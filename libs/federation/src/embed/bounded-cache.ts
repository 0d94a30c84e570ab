/** A map that forgets what was used longest ago when it is full. */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#size && oldest !== undefined) this.#entries.delete(oldest);
  }
}
