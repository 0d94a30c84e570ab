import { Pace } from './pace.js';
import type { Terminal } from './terminal.js';

/** How far something is. */
export interface ProgressState {
  readonly label: string;
  readonly done: number;
  /** Left out while it is not known. */
  readonly total?: number;
  /** How much of the work is done, 0 to 1, where that is known otherwise than by the counts. */
  readonly share?: number;
  readonly unit: string;
  readonly remark?: string;
}

const BAR_WIDTH = 24;
const LINE_EVERY_MS = 2_000;

/** Shows progress on standard error, with rate and remaining time: a bar on a terminal, else a plain line every two seconds. */
export class ProgressDisplay {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #pace = new Pace();
  #lastLine: { readonly at: number; readonly text: string } | undefined;
  #hasBar = false;

  constructor(terminal: Terminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
    this.#startedAt = now();
  }

  show(state: ProgressState): void {
    const now = this.#now();
    const pace = this.#pace.at({ ...state, now, done: state.done, share: shareOf(state) });
    const counts = `${state.label}: ${countsOf(state)}`;
    const text = [counts, ...pace, ...(state.remark === undefined ? [] : [state.remark])].join(', ');
    if (this.#terminal.isRemarkTerminal) {
      const seconds = Math.round((now - this.#startedAt) / 1000).toString();
      this.#hasBar = true;
      this.#terminal.rewrite(`${barOf(state)} ${text} · ${seconds} s`.slice(0, this.#terminal.remarkWidth - 1));
    } else if (this.#lastLine === undefined || (counts !== this.#lastLine.text && now - this.#lastLine.at >= LINE_EVERY_MS)) {
      this.#lastLine = { at: now, text: counts };
      this.#terminal.remark(text);
    }
  }

  /** Takes the bar away. */
  end(): void {
    if (this.#hasBar) this.#terminal.rewrite('');
    this.#hasBar = false;
  }
}

function countsOf({ done, total, unit }: ProgressState): string {
  return `${done.toLocaleString('en-US')}${total === undefined ? '' : `/${total.toLocaleString('en-US')}`} ${unit}`;
}

function shareOf({ done, total, share }: ProgressState): number | undefined {
  if (share !== undefined) return share;
  return total === undefined || total === 0 ? undefined : Math.min(1, done / total);
}

function barOf(state: ProgressState): string {
  const filled = Math.round(BAR_WIDTH * Math.min(1, shareOf(state) ?? 0));
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
}
