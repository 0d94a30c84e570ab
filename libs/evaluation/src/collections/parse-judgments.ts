import { permanent } from '@tributary/kernel';
import type { Judgments } from '../measures/measures.js';

const COLUMNS = ['query-id', 'corpus-id', 'score'] as const;

/** Reads lines of query, document and grade, parted by tabs. A first line that names the columns says their order; one that is a judgment itself counts as one.
 *  @throws `EVAL.UNREADABLE` naming file and line */
export function parseJudgments(text: string, path: string): ReadonlyMap<string, Judgments> {
  const lines = text.split('\n').map((line) => line.trimEnd().split('\t'));
  const [first = []] = lines;
  const order = columnsOf(first);
  const judgments = new Map<string, Map<string, number>>();
  lines.forEach((fields, at) => {
    if (fields.every((field) => field.trim() === '') || (at === 0 && !isGrade(first[2]))) return;
    const [query, document, grade] = order.map((column) => fields[column]);
    if (query === undefined || document === undefined || !isGrade(grade))
      throw unreadable(
        `${path}, line ${(at + 1).toString()}: expected ${COLUMNS.join(', ').replace(', score', ' and score')}, parted by tabs.`,
      );
    const ofQuery = judgments.get(query) ?? new Map<string, number>();
    judgments.set(query, ofQuery.set(document, Number(grade)));
  });
  return judgments;
}

/** Where each column is; where the line does not name them all: in the order of BEIR. */
function columnsOf(head: readonly string[]): readonly number[] {
  const named = COLUMNS.map((column) => head.findIndex((field) => field.trim().toLowerCase() === column));
  return named.includes(-1) ? [0, 1, 2] : named;
}

function isGrade(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '' && Number.isFinite(Number(text));
}

/** An error of what is evaluated with. */
export function unreadable(message: string, cause?: unknown) {
  return permanent('EVAL.UNREADABLE', message, { cause });
}
