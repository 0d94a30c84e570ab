import type { Principal } from '@tributary/contracts';
import { retryable } from '@tributary/kernel';

/** Streams of events one process holds open at once, and those of one caller among them: each looks at the jobs four times a second. */
const MOST = 1_024;
const MOST_OF_CALLER = 64;
const RETRY_MS = 5_000;

/** Counts the streams of events that are open, the owner’s and those of guests, too. */
export class OpenStreams {
  readonly #byCaller = new Map<string, number>();
  #all = 0;

  /** @returns what says that it has ended, to be called once. @throws `LIMIT.STREAMS` */
  open({ subject }: Principal): () => void {
    const own = this.#byCaller.get(subject) ?? 0;
    if (own >= MOST_OF_CALLER)
      throw tooMany(`The caller holds ${MOST_OF_CALLER.toString()} streams of events open, which is the most: end one first.`);
    if (this.#all >= MOST) throw tooMany('The server holds as many streams of events open as it can: try again in a moment.');
    this.#count(subject, 1);
    return () => {
      this.#count(subject, -1);
    };
  }

  #count(subject: string, change: 1 | -1): void {
    const own = (this.#byCaller.get(subject) ?? 0) + change;
    if (own === 0) this.#byCaller.delete(subject);
    else this.#byCaller.set(subject, own);
    this.#all += change;
  }
}

function tooMany(message: string) {
  return retryable('LIMIT.STREAMS', message, { category: 'overloaded', retryAfterMs: RETRY_MS });
}
