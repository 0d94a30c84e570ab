const HOURS_A_DAY = 24;
/** Of the mean: how busy the least busy and the busiest hour are. */
const QUIETEST = 0.2;
const BUSIEST = 1.8;

/** A time that passes faster: days of 24 hours, of which the first is for warming up. */
export class Calendar {
  readonly hourMs: number;
  readonly days: number;
  readonly #beganAt = performance.now();

  constructor({ days, minutes }: { readonly days: number; readonly minutes: number }) {
    this.days = days;
    this.hourMs = (minutes * 60_000) / (days * HOURS_A_DAY);
  }

  /** Day and hour, each from 0. */
  now(): { readonly day: number; readonly hour: number } {
    const hours = Math.floor((performance.now() - this.#beganAt) / this.hourMs);
    return { day: Math.floor(hours / HOURS_A_DAY), hour: hours % HOURS_A_DAY };
  }

  get isOver(): boolean {
    return this.now().day >= this.days;
  }

  /** How busy it is now, 1 in the mean: little at night, most in the early afternoon. */
  get bustle(): number {
    const { hour } = this.now();
    const wave = (1 - Math.cos(((hour - 2) / HOURS_A_DAY) * 2 * Math.PI)) / 2;
    return QUIETEST + (BUSIEST - QUIETEST) * wave;
  }
}
