import { appendFileSync, writeFileSync } from 'node:fs';
import { unwritable } from '../../program/output-file.js';
import type { EvaluationSet, JointList, RelevanceLists } from '@tributary/evaluation';

/** Lines of JSON, one a query: what the parameters of the judge are fitted on. @throws `OUTPUT.UNWRITABLE` when it is made */
export class EvidenceFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    try {
      writeFileSync(path, '');
    } catch (cause) {
      throw unwritable(path, cause);
    }
  }

  readonly add = ({ name }: EvaluationSet, lists: readonly (RelevanceLists | JointList)[]): void => {
    appendFileSync(this.#path, lists.map((one) => `${JSON.stringify({ set: name, ...one })}\n`).join(''));
  };
}
