import { prepare } from '../prepare/prepare.mjs';
import { runCli } from '../start/run-cli.mjs';

/**
 * Runs `tributary eval`; `--json FILE` of this command is its `--json-file FILE`.
 * @param {string} root @param {string[]} given
 */
export async function evaluate(root, given) {
  const { nodePath } = await prepare(root, { extent: 'production', log: console.error });
  const args = given.map((arg, at) => (arg === '--json' && given[at + 1]?.startsWith('-') === false ? '--json-file' : arg));
  return runCli(root, nodePath, ['eval', ...args]);
}
