import { addresses } from './addresses.mjs';
import { environment } from './environment.mjs';
import { fileLengths } from './file-lengths.mjs';
import { functionLengths } from './function-lengths.mjs';
import { names } from './names.mjs';
import { patches } from './patches.mjs';
import { readTree } from './source-tree.mjs';
import { regexes } from './regexes/regexes.mjs';
import { testHabits } from './test-habits.mjs';
import { types } from './types.mjs';

const GATES = [fileLengths, functionLengths, types, environment, names, addresses, testHabits, regexes, patches];

/**
 * Every gate over one tree.
 * @param {string} root
 * @returns {import('./source-tree.mjs').Verdict}
 */
export function judgeTree(root) {
  const tree = readTree(root);
  const verdicts = GATES.map((gate) => gate(tree));
  return { measured: verdicts.flatMap(({ measured }) => measured), violations: verdicts.flatMap(({ violations }) => violations) };
}
