import type { Judgments } from '../measures/measures.js';

export interface EvaluationDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface EvaluationQuery {
  readonly id: string;
  readonly text: string;
}

/** What is indexed of a document beside its title: one that is only a title is found by it. */
export function contentOf({ title, text }: EvaluationDocument): string {
  return text.trim() === '' ? title : text;
}

/** Documents, questions, and which document answers which question. */
export interface EvaluationSet {
  readonly name: string;
  readonly documents: readonly EvaluationDocument[];
  /** Only judged ones. */
  readonly queries: readonly EvaluationQuery[];
  /** The same queries with typing errors, in the same order; those that have none are left out. */
  readonly damaged: readonly EvaluationQuery[];
  readonly judgments: ReadonlyMap<string, Judgments>;
}
