import type { JobProgress } from '@tributary/contracts';

/** Writes progress as fast as Redis takes it, and leaves out what is overtaken meanwhile. */
export class ProgressWriter {
  readonly #write: (progress: JobProgress) => Promise<void>;
  #latest: JobProgress | undefined;
  #writing: Promise<void> | undefined;

  constructor(write: (progress: JobProgress) => Promise<void>) {
    this.#write = write;
  }

  report(progress: JobProgress): void {
    this.#latest = progress;
    this.#writing ??= this.#drain();
  }

  /** Resolves when the last report is written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #drain(): Promise<void> {
    while (this.#latest !== undefined) {
      const progress = this.#latest;
      this.#latest = undefined;
      await this.#write(progress).catch(() => undefined); // the next report replaces a lost one
    }
    this.#writing = undefined;
  }
}
