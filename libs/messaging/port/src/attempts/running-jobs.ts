/** Jobs that run in this process, by the store's id: what cancel and stop act on. */
export class RunningJobs {
  readonly #controllers = new Map<string, AbortController>();
  readonly #settled = new Set<Promise<unknown>>();

  get size(): number {
    return this.#controllers.size;
  }

  get ids(): readonly string[] {
    return [...this.#controllers.keys()];
  }

  /** Runs `work` with a signal of its own; settles as it does, when it no longer counts as running. */
  track<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    this.#controllers.set(id, controller);
    const settled = work(controller.signal).finally(() => {
      if (this.#controllers.get(id) === controller) this.#controllers.delete(id);
      this.#settled.delete(settled);
    });
    this.#settled.add(settled);
    return settled;
  }

  /** False when no such job runs here. */
  abort(id: string, reason: Error): boolean {
    const controller = this.#controllers.get(id);
    controller?.abort(reason);
    return controller !== undefined;
  }

  abortAll(reason: Error): void {
    for (const controller of this.#controllers.values()) controller.abort(reason);
  }

  /** Waits until nothing runs any more, at most `withinMs`; answers whether that is so. */
  async drained(withinMs: number): Promise<boolean> {
    if (this.#settled.size === 0) return true;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)));
    await Promise.race([Promise.allSettled(this.#settled), timeout]);
    clearTimeout(timer);
    return this.#settled.size === 0;
  }
}
