// Which data folder the services will take, by their own reading of the configuration.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PreparationFailure } from '../prepare/preparation-failure.mjs';

/**
 * @param {string} nodePath
 * @param {readonly string[]} args those that all services get
 * @returns {string}
 * @throws {PreparationFailure} where the configuration is none, with what is wrong with it
 */
export function meantFolder(nodePath, args) {
  const script = fileURLToPath(new URL('./print-data-folder.mjs', import.meta.url));
  const { status, stdout, stderr } = spawnSync(nodePath, [script, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new PreparationFailure(stderr.trim());
  return stdout;
}
