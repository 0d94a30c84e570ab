import { readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Where the benches keep what they measured last. */
export const FIGURES = new URL('../../docs/figures/', import.meta.url);

const Run = z.object({ figures: z.array(z.object({ what: z.string(), ours: z.object({ median: z.number() }) })) });

/** What a bench measured last: the median of the one figure that is called so. */
export async function measured(bench: string, what: RegExp): Promise<number> {
  const { figures } = Run.parse(JSON.parse(await readFile(new URL(`${bench}.json`, FIGURES), 'utf8')));
  const [figure, ...others] = figures.filter((one) => what.test(one.what));
  if (figure === undefined || others.length > 0)
    throw new Error(`${bench} has ${String(others.length + (figure ? 1 : 0))} figures like ${String(what)}.`);
  return figure.ours.median;
}
