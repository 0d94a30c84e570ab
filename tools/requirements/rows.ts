import { readdir, readFile } from 'node:fs/promises';
import { z } from 'zod';

/** Tests of this file read figures that are kept. */
const READS_FIGURES = 'tools/requirements/figures.test.ts';

/** A scenario, test or error case of a requirement document, and what proves that it holds; or why it is left to later. */
const Row = z
  .strictObject({
    /** `<number of the document>-<number>`. */
    id: z.string().regex(/^\d{3}-\d+$/),
    /** The document's own words. */
    quote: z.string().min(1),
    /** File of the test, from the root of the repository. */
    test: z.string().optional(),
    /** Full title of the test, `describe > it`, with the id at its end in square brackets. */
    title: z.string().optional(),
    /** The bench of docs/figures, or `week`, that measured it: its test reads what was kept then, and runs no product code. */
    measured: z.string().min(1).optional(),
    later: z.string().min(1).optional(),
  })
  .refine(({ test, title, later }) => (later === undefined) === (test !== undefined && title !== undefined), {
    message: 'needs a test and its title, or later with a reason',
  })
  .refine(({ test, measured }) => (measured !== undefined) === (test === READS_FIGURES), {
    message: `has a test in ${READS_FIGURES} and the bench it reads, or neither`,
  });
export type Row = z.infer<typeof Row>;

const FOLDER = new URL('./', import.meta.url);

/** The rows of every document, by its number. @throws on a row that is none, and on an id used twice */
export async function readRows(): Promise<ReadonlyMap<string, readonly Row[]>> {
  const files = (await readdir(FOLDER)).filter((name) => /^\d{3}\.json$/.test(name)).sort();
  const rows = new Map<string, readonly Row[]>();
  for (const file of files) rows.set(file.slice(0, 3), z.array(Row).parse(JSON.parse(await readFile(new URL(file, FOLDER), 'utf8'))));
  const ids = [...rows].flatMap(([number, own]) => own.map(({ id }) => (id.startsWith(number) ? id : `${id} in ${number}.json`)));
  const wrong = ids.filter((id, at) => ids.indexOf(id) !== at || id.includes(' '));
  if (wrong.length > 0) throw new Error(`Ids used twice or in the wrong file: ${wrong.join(', ')}`);
  return rows;
}
