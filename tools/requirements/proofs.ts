import type { Row } from './rows.js';

/** A test as it ended. */
export interface EndedTest {
  /** From the root of the repository. */
  readonly file: string;
  /** `describe > it`. */
  readonly title: string;
  readonly state: string;
}

/** What is wrong with the proofs of these rows: tests that are not there, did not pass or do not carry the row's id. */
export function missingProofs(rows: readonly Row[], tests: readonly EndedTest[]): readonly string[] {
  return rows.flatMap(({ id, test, title, later }) => {
    if (later !== undefined || test === undefined || title === undefined) return [];
    if (!title.includes(`[${id}]`)) return [`${id}: the title of its test does not carry the id: ${title}`];
    const proof = tests.find((one) => one.file === test && one.title === title);
    if (proof === undefined) return [`${id}: no test of this title ran in ${test}: ${title}`];
    return proof.state === 'passed' ? [] : [`${id}: its test ${proof.state}: ${title}`];
  });
}
