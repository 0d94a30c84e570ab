/** A plan of more paths than these is a comparison of everything: it is quicker, and so many events may have been too many for the system. */
const MOST_PATHS = 1000;
const MOST_CHARACTERS = 256 * 1024;

/** Paths that may have changed since the last plan; `''` is everything. */
export class TouchedPaths {
  readonly #paths = new Set<string>();
  #characters = 0;
  #isEverything = false;

  get size(): number {
    return this.#isEverything ? MOST_PATHS : this.#paths.size;
  }

  get isEmpty(): boolean {
    return !this.#isEverything && this.#paths.size === 0;
  }

  add(paths: readonly string[]): void {
    for (const path of paths) {
      if (this.#isEverything) return;
      if (this.#paths.has(path)) continue;
      this.#paths.add(path);
      this.#characters += path.length;
      if (path === '' || this.#paths.size > MOST_PATHS || this.#characters > MOST_CHARACTERS) this.#everything();
    }
  }

  /** What was collected, and begins anew: `everything`, or paths none of which lies below another. */
  take(): 'everything' | readonly string[] {
    const paths = this.#isEverything ? 'everything' : [...this.#paths].filter((path) => !this.#liesBelowAnother(path));
    this.#paths.clear();
    this.#characters = 0;
    this.#isEverything = false;
    return paths;
  }

  #everything(): void {
    this.#isEverything = true;
    this.#paths.clear();
    this.#characters = 0;
  }

  #liesBelowAnother(path: string): boolean {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      if (this.#paths.has(path.slice(0, end))) return true;
    return false;
  }
}
