import type { FetchAnswer } from '@tributary/contracts';

type Cut = Pick<FetchAnswer, 'uri' | 'range' | 'chunks'>;

/** How whoever reads a text that was cut gets the rest. @param fetch name of the tool that reads documents; undefined where there is none */
export function continuation({ uri, range, chunks }: Cut, fetch: string | undefined): string {
  const whole = uri.replace(/#\d+$/, '');
  if (fetch === undefined) return `its passages are resources of their own, ${whole}#0 to #${Math.max(0, chunks - 1).toString()}.`;
  if (range === undefined) return `${fetch} a part of it with start_line and end_line.`;
  const [line, column] = range.end;
  // The last line is read again from its beginning; where that was all that fitted, the call would give the same again.
  const further = line === range.start[0] ? ` and start_column ${(column + 1).toString()}` : '';
  return `${fetch} ${whole} with start_line ${line.toString()}${further}.`;
}
