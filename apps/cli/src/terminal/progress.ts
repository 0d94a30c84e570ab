import type { Terminal } from './terminal.js';

/** How far something is. */
export interface ProgressState {
  readonly label: string;
  readonly done: number;
  /** Left out while it is not known. */
  readonly total?: number;
  readonly unit: string;
  readonly remark?: string;
}

const BAR_WIDTH = 24;
const LINE_EVERY_MS = 2_000;

/** Shows progress on standard error: a bar on a terminal, else a plain line every two seconds. */
export class ProgressDisplay {
  readonly #terminal: Terminal;
  readonly #now: () => number;
  readonly #startedAt: number;
  #lastLine: { readonly at: number; readonly text: string } | undefined;
  #hasBar = false;

  constructor(terminal: Terminal, now: () => number = () => performance.now()) {
    this.#terminal = terminal;
    this.#now = now;
    this.#startedAt = now();
  }

  show(state: ProgressState): void {
    const text = `${state.label}: ${countsOf(state)}${state.remark === undefined ? '' : `, ${state.remark}`}`;
    if (this.#terminal.isRemarkTerminal) {
      const seconds = Math.round((this.#now() - this.#startedAt) / 1000).toString();
      this.#hasBar = true;
      this.#terminal.rewrite(`${barOf(state)} ${text} · ${seconds} s`.slice(0, this.#terminal.remarkWidth - 1));
    } else if (this.#lastLine === undefined || (text !== this.#lastLine.text && this.#now() - this.#lastLine.at >= LINE_EVERY_MS)) {
      this.#lastLine = { at: this.#now(), text };
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

function barOf({ done, total }: ProgressState): string {
  const filled = total === undefined || total === 0 ? 0 : Math.round((BAR_WIDTH * Math.min(done, total)) / total);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`;
}
