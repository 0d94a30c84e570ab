import type { FetchAnswer } from '@tributary/contracts';

type Cut = Pick<FetchAnswer, 'uri' | 'range' | 'chunks'>;

/** How whoever reads a text that was cut gets the rest. @param fetch name of the tool that reads documents; undefined where there is none */
export function continuation({ uri, range, chunks }: Cut, fetch: string | undefined): string {
  const whole = uri.replace(/#\d+$/, '');
  if (fetch === undefined) return `its passages are resources of their own, ${whole}#0 to #${Math.max(0, chunks - 1).toString()}.`;
  if (range === undefined) return `${fetch} a part of it with start_line and end_line.`;
  return `${fetch} ${whole} with start_line ${range.end[0].toString()}.`;
}
