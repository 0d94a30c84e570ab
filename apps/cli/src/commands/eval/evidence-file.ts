import { appendFileSync, writeFileSync } from 'node:fs';
import type { EvaluationSet, JointList, RelevanceLists } from '@tributary/evaluation';

/** Lines of JSON, one a query: what the parameters of the judge are fitted on. */
export class EvidenceFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    writeFileSync(path, '');
  }

  readonly add = ({ name }: EvaluationSet, lists: readonly (RelevanceLists | JointList)[]): void => {
    appendFileSync(this.#path, lists.map((one) => `${JSON.stringify({ set: name, ...one })}\n`).join(''));
  };
}
