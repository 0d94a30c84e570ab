import { test } from '../test/main.mjs';

/** The test that runs it in `npm test`, with its report printed. */
export function conformance(root) {
  process.env.TRIBUTARY_TEST_REPORT = '1';
  return test(root, ['libs/composition/src/roles/mcp-conformance.test.ts']);
}
