/** How far something is at a moment. */
interface Moment {
  readonly label: string;
  /** Milliseconds. */
  readonly now: number;
  readonly done: number;
  /** Of the whole work, 0 to 1; undefined while its size is not known. */
  readonly share: number | undefined;
}

/** A rate is made of the last half minute, so that it follows what is going on now. */
const WINDOW_MS = 30_000;
/** A rate of less time than this says nothing. */
const LEAST_MS = 1_000;

/** Rate and remaining time of what is under way; a new label begins anew. */
export class Pace {
  #moments: Moment[] = [];

  /** Notes a moment. @returns the rate, and the remaining time, as far as they can be told */
  at(moment: Moment): readonly string[] {
    if (this.#moments[0]?.label !== moment.label) this.#moments = [];
    this.#moments.push(moment);
    while ((this.#moments[1]?.now ?? Infinity) <= moment.now - WINDOW_MS) this.#moments.shift();
    const [first = moment] = this.#moments;
    const ms = moment.now - first.now;
    const done = moment.done - first.done;
    if (ms < LEAST_MS || done <= 0) return [];
    const left = remainingMs(first, moment);
    return [`${rateOf((done / ms) * 1000)}/s`, ...(left === undefined ? [] : [`${durationOf(left)} left`])];
  }
}

function remainingMs(first: Moment, { now, share }: Moment): number | undefined {
  if (share === undefined || first.share === undefined || share <= first.share || share >= 1) return undefined;
  return ((1 - share) * (now - first.now)) / (share - first.share);
}

function rateOf(perSecond: number): string {
  return perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString('en-US');
}

/** `40 s`, `12 min`, `3 h 20 min`. */
function durationOf(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 100) return `${seconds.toString()} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `${minutes.toString()} min`;
  return `${Math.floor(minutes / 60).toString()} h ${(minutes % 60).toString()} min`;
}
