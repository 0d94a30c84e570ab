import { pairedBootstrap, type PairedDifference } from '../measures/paired-bootstrap.js';
import type { EvaluationReport } from './evaluation-report.js';

/** One run of two reports, over the queries that both asked. */
export interface RunComparison {
  readonly run: string;
  readonly queries: number;
  readonly ours: number;
  readonly theirs: number;
  readonly difference: PairedDifference;
}

/** Compares every run that both reports hold, query by query (nDCG@10). */
export function compareReports(ours: EvaluationReport, theirs: EvaluationReport): readonly RunComparison[] {
  return Object.entries(ours.runs).flatMap(([run, mine]) => {
    const other = theirs.runs[run];
    if (other === undefined) return [];
    const both = Object.entries(mine).flatMap(([query, value]) => {
      const against = other[query];
      return against === undefined ? [] : [[value, against] as const];
    });
    const [a, b] = [both.map(([value]) => value), both.map(([, value]) => value)];
    return [{ run, queries: both.length, ours: mean(a), theirs: mean(b), difference: pairedBootstrap(a, b) }];
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
