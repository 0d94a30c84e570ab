import type { Bitmap } from '../memory/bitmap.js';
import type { Contest } from '../memory/joint-ranking.js';
import type { RankedSlot } from '../memory/top-slots.js';
import type { NomineeRoom } from './nominee-room.js';

/** Where more vectors than this are nearer to the limit than quantisation can tell, those of them that may be nearest are taken. */
const MOST_NOMINATED = 4_096;
/** Scales, errors and scores are f32. */
const ROUNDING = 1e-6;

interface NomineesOptions {
  /** Shared with the other scans of a search, of which none collects before this one is through. */
  readonly room: NomineeRoom;
  /** Takes the least that each cosine can be. */
  readonly certain: Contest;
  readonly queryError: number;
  /** Slots wanted at most. */
  readonly limit: number;
  /** How many are kept where more may be among the best. */
  readonly most?: number;
}

/** Collects from a scan the slots that may be among the best: those whose cosine can reach what enough others certainly have. */
export class Nominees {
  readonly #room: NomineeRoom;
  readonly #certain: Contest;
  readonly #most: number;
  readonly #queryError: number;
  /** The threshold of `certain` when it was last read: it is kept, since to read it costs more. */
  #least: number;
  /** Places in the room. A score in it is the most that a cosine can be but for the query’s error. */
  readonly #start: number;
  #end: number;

  constructor({ room, certain, queryError, limit, most = MOST_NOMINATED }: NomineesOptions) {
    this.#room = room;
    this.#certain = certain;
    this.#most = Math.max(most, 2 * limit);
    this.#queryError = queryError;
    this.#least = certain.threshold;
    this.#start = room.length;
    this.#end = room.length;
  }

  /** A score + error below this has no chance; it only rises. */
  get threshold(): number {
    return this.#least - this.#queryError - ROUNDING;
  }

  /** Offers a slot with its approximate cosine and the most that the quantisation of its vector puts that off. */
  offer(slot: number, score: number, error: number): void {
    if (score + error < this.threshold) return;
    const atLeast = score - error - this.#queryError;
    if (atLeast > this.#least) {
      this.#certain.offer(slot, atLeast);
      this.#least = this.#certain.threshold;
    }
    this.#end = this.#room.push(slot, score + error);
    if (this.#end - this.#start === 2 * this.#most) this.#shorten();
  }

  /** The slots with the most that their cosine can be, the greatest first. */
  ranking(): readonly RankedSlot[] {
    this.#shorten();
    const [room, start] = [this.#room, this.#start];
    const more = this.#queryError + ROUNDING;
    return Array.from({ length: this.#end - start }, (_, at) => ({
      slot: room.slotAt(start + at),
      score: room.scoreAt(start + at) + more,
    })).sort((a, b) => b.score - a.score);
  }

  /** Adds the slots to a set. @returns it */
  addTo(slots: Bitmap): Bitmap {
    this.#shorten();
    for (let at = this.#start; at < this.#end; at++) slots.add(this.#room.slotAt(at));
    return slots;
  }

  /** Leaves out what has no chance any more. */
  #shorten(): void {
    this.#least = this.#certain.threshold;
    this.#end = this.#room.keep({ start: this.#start, end: this.#end }, { threshold: this.threshold, most: this.#most });
  }
}
