import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface TrimmerOptions {
  /** Milliseconds between two looks at what the process does. */
  readonly everyMs?: number;
  /** Processor time in ms that makes the time between two looks a busy one. */
  readonly busyMs?: number;
  /** Processor time in ms used since the last trim from which on another is worth it. */
  readonly worthMs?: number;
  /** Processor time in ms used so far; left out: that of this process. */
  readonly usedMs?: () => number;
  /** Gives memory back; left out: a full collection that also shrinks the heap. */
  readonly trim?: () => void;
}

/** Looks in a row without work before the process counts as idle. */
const QUIET_LOOKS = 2;

/** Gives memory back to the system once the process has nothing to do. V8 collects when somebody allocates: a server that has imported or answered and
 *  is then left alone keeps hundreds of megabytes of garbage for good. */
export class IdleTrimmer {
  readonly #busyMs: number;
  readonly #worthMs: number;
  readonly #usedMs: () => number;
  readonly #trim: () => void;
  readonly #timer: NodeJS.Timeout;
  #lastMs: number;
  #trimmedAtMs = 0;
  #quietLooks = 0;

  private constructor({ everyMs = 5000, busyMs = 100, worthMs = 500, usedMs = cpuMs, trim = collectGarbage() }: TrimmerOptions) {
    this.#busyMs = busyMs;
    this.#worthMs = worthMs;
    this.#usedMs = usedMs;
    this.#trim = trim;
    this.#lastMs = usedMs();
    this.#timer = setInterval(() => {
      this.#look();
    }, everyMs);
    this.#timer.unref();
  }

  static start(options: TrimmerOptions = {}): IdleTrimmer {
    return new IdleTrimmer(options);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const nowMs = this.#usedMs();
    this.#quietLooks = nowMs - this.#lastMs < this.#busyMs ? this.#quietLooks + 1 : 0;
    this.#lastMs = nowMs;
    if (this.#quietLooks < QUIET_LOOKS || nowMs - this.#trimmedAtMs < this.#worthMs) return;
    this.#trim();
    this.#lastMs = this.#usedMs();
    this.#trimmedAtMs = this.#lastMs;
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** V8’s own collector, which Node exposes by flag only; the flag may be set late, and is seen by contexts made afterwards. */
function collectGarbage(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return () => undefined;
  return () => {
    Reflect.apply(collect, undefined, [{ type: 'major', execution: 'sync', flavor: 'last-resort' }]);
  };
}
