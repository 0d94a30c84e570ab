import { measuredAt } from './measured-at.js';
import type { Row } from './rows.js';

/** A test as it ended. */
export interface EndedTest {
  /** From the root of the repository. */
  readonly file: string;
  /** `describe > it`. */
  readonly title: string;
  readonly state: string;
}

/** Rows by what their tests say. */
export interface SortedRows {
  /** A test ran the product and passed. */
  readonly proved: readonly Row[];
  /** A test read figures that a bench left some day, and they keep to what is asked. */
  readonly measured: readonly Row[];
  /** What is wrong with the proofs of all others. */
  readonly missing: readonly string[];
}

/** Rows that are left to later are in none of the three. */
export function sortRows(rows: readonly Row[], tests: readonly EndedTest[]): SortedRows {
  const asked = rows.filter(({ later }) => later === undefined);
  const complaints = asked.map((row) => complaintOf(row, tests));
  const holding = asked.filter((_, at) => complaints[at] === undefined);
  return {
    proved: holding.filter(({ measured }) => measured === undefined),
    measured: holding.filter(({ measured }) => measured !== undefined),
    missing: complaints.filter((line) => line !== undefined),
  };
}

/** Its test is not there, did not pass or does not carry the row's id. */
function complaintOf({ id, test = '', title = '' }: Row, tests: readonly EndedTest[]): string | undefined {
  if (!title.includes(`[${id}]`)) return `${id}: the title of its test does not carry the id: ${title}`;
  const proof = tests.find((one) => one.file === test && one.title === title);
  if (proof === undefined) return `${id}: no test of this title ran in ${test}: ${title}`;
  return proof.state === 'passed' ? undefined : `${id}: its test ${proof.state}: ${title}`;
}

/** `2 proved, 1 measured (search 2026-11-29 at abc1234), 0 not`. */
export async function summaryOf({ proved, measured, missing }: SortedRows): Promise<string> {
  const sources = [...new Set(measured.flatMap((row) => row.measured ?? []))].sort();
  const moments = await Promise.all(sources.map(async (source) => `${source} ${await measuredAt(source)}`));
  const when = moments.length > 0 ? ` (${moments.join(', ')})` : '';
  return `${proved.length.toString()} proved, ${measured.length.toString()} measured${when}, ${missing.length.toString()} not`;
}
