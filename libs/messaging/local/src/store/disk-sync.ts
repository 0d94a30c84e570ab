import { open, type FileHandle } from 'node:fs/promises';

const EVERY_MS = 1000;

/** Brings committed jobs to the disk within a second of their commit, off the event loop: what WAL with synchronous=NORMAL leaves to the system. */
export class DiskSync {
  readonly #file: string;
  #handle: FileHandle | undefined;
  #timer: NodeJS.Timeout | undefined;
  #syncing: Promise<void> = Promise.resolve();

  /** `file` is the database; its write-ahead log is what is synced. */
  constructor(file: string) {
    this.#file = `${file}-wal`;
  }

  /** To be told of new jobs. An end that gets lost makes its job run again, which at least once allows. */
  noteWrite(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#syncing = this.#sync();
    }, EVERY_MS).unref();
  }

  /** A log that cannot be synced now is synced after the next write. */
  async #sync(): Promise<void> {
    try {
      this.#handle ??= await open(this.#file, 'r+');
      await this.#handle.datasync();
    } catch {
      this.noteWrite();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#syncing;
    clearTimeout(this.#timer);
    await this.#handle?.close();
    this.#handle = undefined;
  }
}
