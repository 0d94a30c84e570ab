import type { Contest } from '../memory/joint-ranking.js';
import type { NomineeRange, NomineeRoom } from './nominee-room.js';

/** Where more vectors than this are nearer to the limit than quantisation can tell, those of them that may be nearest are taken. */
const MOST_NOMINATED = 4_096;
/** Scales, errors and scores are f32. */
const ROUNDING = 1e-6;
/** The share of its error that a cosine is taken to be too large when it makes the limit for others: that takes as many of them as are wanted, so that a few which are further off hardly move it. */
const AGAINST_OTHERS = 1 / 2;

interface NomineesOptions {
  /** Shared with the other scans of a search, of which none collects before this one is through. */
  readonly room: NomineeRoom;
  readonly contest: Contest;
  /** The most that the quantisation of the query puts a cosine off. */
  readonly queryError: number;
  /** Slots wanted at most. */
  readonly limit: number;
}

/** Collects from a scan the slots that may be among the best: those whose cosine can reach what enough others have. */
export class Nominees {
  readonly #room: NomineeRoom;
  readonly #contest: Contest;
  readonly #most: number;
  readonly #queryError: number;
  /** What a score may be less than the cosine, beside its own error. */
  readonly #more: number;
  /** The threshold of the contest when it was last read: it is kept, since to read it costs more. */
  #least: number;
  /** Places in the room. A score in it is the most that a cosine can be. */
  readonly #start: number;
  #end: number;

  constructor({ room, contest, queryError, limit }: NomineesOptions) {
    this.#room = room;
    this.#contest = contest;
    this.#most = Math.max(MOST_NOMINATED, 2 * limit);
    this.#queryError = queryError;
    this.#more = queryError + ROUNDING;
    this.#least = contest.threshold;
    this.#start = room.length;
    this.#end = room.length;
  }

  /** A score + error below this has no chance; it only rises. */
  get threshold(): number {
    return this.#least - this.#more;
  }

  /** Offers a slot with its approximate cosine and the most that the quantisation of its vector puts that off. */
  offer(slot: number, score: number, error: number): void {
    if (score + error < this.threshold) return;
    const atLeast = score - AGAINST_OTHERS * error - this.#queryError;
    if (atLeast > this.#least) {
      this.#contest.offer(slot, atLeast);
      this.#least = this.#contest.threshold;
    }
    this.#end = this.#room.push(slot, score + error + this.#more);
    if (this.#end - this.#start === 2 * this.#most) this.#shorten();
  }

  /** Where in the room those stand that have a chance yet, each with the most that its cosine can be. */
  range(): NomineeRange {
    this.#shorten();
    return { start: this.#start, end: this.#end };
  }

  /** Leaves out what has no chance any more. */
  #shorten(): void {
    this.#least = this.#contest.threshold;
    this.#end = this.#room.keep({ start: this.#start, end: this.#end }, { threshold: this.#least, most: this.#most });
  }
}
