import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const FIGURES = new URL('../../docs/figures/', import.meta.url);
const Moment = z.object({ date: z.string(), commit: z.string() });
const Run = Moment.extend({ figures: z.array(z.object({ of: Moment.optional() })) });

/** Day and commit of the figures a bench, or the `week`, left; of the oldest of its rows, where some are of an earlier run. @throws where none are kept */
export async function measuredAt(source: string): Promise<string> {
  const { date, commit } = source === 'week' ? await ofWeek() : await ofBench(source);
  return `${date} at ${commit}`;
}

async function ofBench(name: string) {
  const { figures, ...run } = Run.parse(JSON.parse(await readFile(new URL(`${name}.json`, FIGURES), 'utf8')));
  const moments = [run, ...figures.flatMap(({ of }) => of ?? [])];
  return moments.reduce((oldest, moment) => (moment.date < oldest.date ? moment : oldest));
}

async function ofWeek() {
  const page = await readFile(new URL('../week.md', FIGURES), 'utf8');
  return Moment.parse(/^(?<date>\d{4}-\d\d-\d\d), commit (?<commit>[\da-f]+),/m.exec(page)?.groups);
}
