import { MIB, retryable } from '@tributary/kernel';

/** Bytes of bodies one process holds at once, and those of one caller among them: two files of the largest. */
const MOST = 256 * MIB;
const MOST_OF_CALLER = 128 * MIB;
const RETRY_MS = 1_000;

/** Room of one body that is held as a whole. */
export interface BodyRoom {
  /** Makes it so many bytes in all. Does nothing once it was given back. @throws `LIMIT.BODIES`, and leaves it as it is */
  keep(bytes: number): void;
  /** May be called again. */
  giveBack(): void;
}

/** Keeps room for bodies that are held as a whole: the owner’s and those of guests, too. */
export class HeldBodies {
  readonly #byCaller = new Map<string, number>();
  #all = 0;

  /** Nothing yet. */
  roomOf(caller: string): BodyRoom {
    let [kept, isOver] = [0, false];
    const set = (bytes: number) => {
      this.#count(caller, bytes - kept);
      kept = bytes;
    };
    return {
      keep: (bytes) => {
        if (isOver) return;
        if (bytes > kept) this.#requireRoom(caller, bytes - kept);
        set(bytes);
      },
      giveBack: () => {
        isOver = true;
        set(0);
      },
    };
  }

  #requireRoom(caller: string, bytes: number): void {
    const own = this.#byCaller.get(caller) ?? 0;
    if (own + bytes > MOST_OF_CALLER) throw tooMuch(`More than ${(MOST_OF_CALLER / MIB).toString()} MB of one caller are under way`);
    if (this.#all + bytes > MOST) throw tooMuch(`More than ${(MOST / MIB).toString()} MB are under way`);
  }

  #count(caller: string, bytes: number): void {
    const own = (this.#byCaller.get(caller) ?? 0) + bytes;
    if (own === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, own);
    this.#all += bytes;
  }
}

function tooMuch(what: string) {
  return retryable('LIMIT.BODIES', `${what}: send this again in a moment, or fewer documents at once.`, {
    category: 'overloaded',
    retryAfterMs: RETRY_MS,
  });
}
