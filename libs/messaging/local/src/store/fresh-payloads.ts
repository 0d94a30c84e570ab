import { MIB } from '@tributary/kernel';

/** Bytes of JSON whose values are kept in memory at most; what is more is read from the file when its turn comes. */
const MOST_BYTES = 8 * MIB;
/** What an entry costs beside its payload. */
const ENTRY_BYTES = 512;

interface Fresh {
  readonly data: unknown;
  readonly bytes: number;
}

/** Payloads of jobs that this process added and probably takes itself: checked when they came in, they are not read and parsed once more. */
export class FreshPayloads {
  readonly #kept = new Map<number, Fresh>();
  #bytes = 0;

  keep(job: number, { data, bytes }: Fresh): void {
    const cost = bytes + ENTRY_BYTES;
    if (this.#bytes + cost > MOST_BYTES) return;
    this.#bytes += cost;
    this.#kept.set(job, { data, bytes: cost });
  }

  /** The payload of a job, if it is kept; from now on it is not. */
  take(job: number): { readonly data: unknown } | undefined {
    const fresh = this.#kept.get(job);
    if (fresh === undefined) return undefined;
    this.#kept.delete(job);
    this.#bytes -= fresh.bytes;
    return { data: fresh.data };
  }

  clear(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }
}
