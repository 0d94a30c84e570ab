import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** The streams a command talks to. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

const WIDTH_OFF_TERMINAL = 120;

/** What commands write: results to standard output, everything else to standard error; colour only on a terminal and without NO_COLOR. */
export class Terminal {
  readonly #streams: Streams;

  constructor(streams: Streams) {
    this.#streams = streams;
  }

  /** A line of the result. */
  print(line = ''): void {
    this.#streams.stdout.write(`${line}\n`);
  }

  /** Text of the result as it is, without a line end of ours. */
  write(text: string): void {
    this.#streams.stdout.write(text);
  }

  /** The whole result of a command with `--json`. */
  printJson(value: unknown): void {
    this.print(JSON.stringify(value, undefined, this.isOutputTerminal ? 2 : undefined));
  }

  /** A remark beside the result. */
  remark(line: string): void {
    this.#streams.stderr.write(`${line}\n`);
  }

  /** Replaces the line the cursor stands in; for progress on a terminal. */
  rewrite(line: string): void {
    this.#streams.stderr.write(`\r\u001b[2K${line}`);
  }

  style(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#streams.stdout });
  }

  styleRemark(style: Style, text: string): string {
    return styleText(style, text, { stream: this.#streams.stderr });
  }

  get isOutputTerminal(): boolean {
    return this.#streams.stdout.isTTY;
  }

  get isRemarkTerminal(): boolean {
    return this.#streams.stderr.isTTY;
  }

  /** Characters a line of output may have. */
  get width(): number {
    return this.isOutputTerminal ? this.#streams.stdout.columns : WIDTH_OFF_TERMINAL;
  }

  get remarkWidth(): number {
    return this.isRemarkTerminal ? this.#streams.stderr.columns : WIDTH_OFF_TERMINAL;
  }

  get input(): NodeJS.ReadStream {
    return this.#streams.stdin;
  }
}
