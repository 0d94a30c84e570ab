import type { EvaluationSet } from './evaluation-set.js';

/** What somebody who reads its figures should know of a set. */
export function remarksOn(
  { name, documents, queries, damaged, judgments }: EvaluationSet,
  { typos }: { readonly typos: boolean },
): readonly string[] {
  const remarks: string[] = [];
  const ids = new Set(documents.map(({ id }) => id));
  const right = queries.flatMap(({ id }) => [...(judgments.get(id) ?? [])].filter(([, grade]) => grade > 0));
  const missing = right.filter(([document]) => !ids.has(document)).length;
  if (missing > 0)
    remarks.push(
      `${name}: ${missing.toString()} of ${right.length.toString()} right answers are not among its documents, and count as not found`,
    );
  if (typos && damaged.length !== queries.length)
    remarks.push(
      `${name}: queries.typo.jsonl has ${damaged.length.toString()} of ${queries.length.toString()} queries, so none are asked with typing errors`,
    );
  return remarks;
}
