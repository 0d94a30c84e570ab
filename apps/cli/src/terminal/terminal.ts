import { addAbortSignal, type Readable } from 'node:stream';
import { styleText } from 'node:util';
import { hiddenLine } from './hidden-line.js';

type Style = Parameters<typeof styleText>[0];

/** A stream that may be a terminal. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

interface TerminalParts {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The wish to end: whoever waits for input then waits no longer. */
  readonly signal?: AbortSignal;
}

/** A terminal that does not say how wide it is. */
const USUAL_WIDTH = 80;
/** In a narrower one rows are broken by the terminal. */
const LEAST_WIDTH = 20;
const WIDTH_OFF_TERMINAL = 120;

/** What commands write: results to standard output, everything else to standard error; colour only on a terminal and without NO_COLOR. */
export class Terminal {
  readonly #parts: TerminalParts;

  constructor(parts: TerminalParts) {
    this.#parts = parts;
  }

  /** A line of the result. */
  print(line = ''): void {
    this.#parts.stdout.write(`${line}\n`);
  }

  /** Text of the result as it is, without a line end of ours. */
  write(text: string): void {
    this.#parts.stdout.write(text);
  }

  /** The whole result of a command with `--json`. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value, undefined, this.isOutputTerminal ? 2 : undefined));
  }

  /** A remark beside the result. */
  remark(line: string): void {
    this.#parts.stderr.write(`${line}\n`);
  }

  /** Replaces the line the cursor stands in; for progress on a terminal. */
  rewrite(line: string): void {
    this.#parts.stderr.write(`\r\u001b[2K${line}`);
  }

  style(style: Style, text: string): string {
    return this.#hasColour(this.#parts.stdout) ? styleText(style, text, { validateStream: false }) : text;
  }

  styleRemark(style: Style, text: string): string {
    return this.#hasColour(this.#parts.stderr) ? styleText(style, text, { validateStream: false }) : text;
  }

  get isOutputTerminal(): boolean {
    return this.#parts.stdout.isTTY === true;
  }

  get isRemarkTerminal(): boolean {
    return this.#parts.stderr.isTTY === true;
  }

  /** Characters a line of output may have. */
  get width(): number {
    return widthOf(this.#parts.stdout);
  }

  get remarkWidth(): number {
    return widthOf(this.#parts.stderr);
  }

  /** Ends with an `AbortError` when the user interrupts. */
  get input(): AsyncIterable<Buffer | string> {
    const { stdin, signal } = this.#parts;
    return signal === undefined ? stdin : addAbortSignal(signal, stdin);
  }

  /** What somebody types is not shown: for secrets. Off a terminal it is all of the input. Ends with an `AbortError` when the user interrupts.
   *  @param question says at a terminal what is wanted, and why */
  async *secret(question: string): AsyncIterable<Buffer | string> {
    const { stdin, signal } = this.#parts;
    if (stdin.isTTY !== true) {
      yield* this.input;
      return;
    }
    this.#parts.stderr.write(`${question} `);
    yield await hiddenLine({ input: stdin, signal, onInterrupt: () => process.kill(process.pid, 'SIGINT') });
    this.#parts.stderr.write('\n');
  }

  #hasColour({ isTTY }: Output): boolean {
    const { env } = this.#parts;
    return isTTY === true && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  }
}

/** A terminal that does not know how wide it is says 0. */
function widthOf({ isTTY, columns = 0 }: Output): number {
  if (isTTY !== true) return WIDTH_OFF_TERMINAL;
  return columns === 0 ? USUAL_WIDTH : Math.max(columns, LEAST_WIDTH);
}
