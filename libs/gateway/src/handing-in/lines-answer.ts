import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DocumentOutcome, LinesSummary, type LinesQuery } from '@tributary/contracts';
import { MIB, toErrorRecord } from '@tributary/kernel';
import { mergeWriteTokens } from '@tributary/kernel/ids';
import { z } from 'zod';
import { told } from '../http/problem.js';

/** Refused lines a summary names. */
const MOST_NAMED = 1_000;
/** Answer that waits for a client who does not read while he writes: refusals may take all of it, the rest half. */
const MOST_UNREAD = 8 * MIB;

/** The answer to lines, written while they come in. It never waits for its reader, who may read only after he has sent everything:
 *  what does not fit is counted instead of told. */
export class LinesAnswer {
  readonly stream = new Readable({ read: () => undefined });
  readonly #mode: LinesQuery['answer'];
  readonly #counts = { accepted: 0, unchanged: 0, superseded: 0, refused: 0, omitted: 0 };
  #token: string | undefined;
  #named = 0;

  constructor(mode: LinesQuery['answer']) {
    this.#mode = mode;
  }

  add(outcomes: readonly DocumentOutcome[]): void {
    let text = '';
    for (const outcome of outcomes) {
      this.#counts[outcome.status] += 1;
      if (this.#isTold(outcome, text.length)) text += `${JSON.stringify(outcome)}\n`;
      else this.#counts.omitted += 1;
    }
    this.#token = mergeWriteTokens([this.#token, ...outcomes.map(({ token }) => token)].flatMap((token) => token ?? []));
    if (text !== '') this.stream.push(text);
  }

  /** Ends the answer; where lines were left, with the reason. */
  end(failure?: { readonly error: unknown }): void {
    if (this.#mode === 'summary' || this.#counts.omitted > 0 || failure !== undefined) {
      this.stream.push(`${JSON.stringify(this.#summary(failure))}\n`);
    }
    this.stream.push(null);
  }

  #isTold({ status }: DocumentOutcome, begun: number): boolean {
    const unread = this.stream.readableLength + begun;
    const isRefused = status === 'refused';
    if (unread > (isRefused ? MOST_UNREAD : MOST_UNREAD / 2)) return false;
    if (this.#mode === 'each') return true;
    if (!isRefused || this.#named >= MOST_NAMED) return false;
    this.#named += 1;
    return true;
  }

  #summary(failure: { readonly error: unknown } | undefined): LinesSummary {
    const token = this.#token === undefined ? {} : { token: this.#token };
    if (failure === undefined) return { summary: this.#counts, ...token };
    const record = toErrorRecord(failure.error);
    const { code, retryAfterMs } = record;
    const wait = retryAfterMs === undefined ? {} : { retry_after_ms: retryAfterMs };
    return { summary: this.#counts, ...token, stopped: { code, message: told(record), ...wait } };
  }
}

/** Answers to lines, each of them a line. */
export const AnswerLines = z.array(z.union([DocumentOutcome, LinesSummary]));
export type AnswerLines = z.infer<typeof AnswerLines>;

/** The answer to lines that were taken all at once, within the bounds of one that is written while they come in: some megabytes at most. */
export async function wholeAnswer(mode: LinesQuery['answer'], outcomes: readonly DocumentOutcome[]): Promise<AnswerLines> {
  const answer = new LinesAnswer(mode);
  answer.add(outcomes);
  answer.end();
  const lines = (await text(answer.stream)).split('\n').filter((line) => line !== '');
  return AnswerLines.parse(lines.map((line): unknown => JSON.parse(line)));
}
