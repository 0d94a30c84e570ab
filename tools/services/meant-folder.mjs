// Which data folder the services will take, by their own reading of the configuration.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PreparationFailure } from '../prepare/preparation-failure.mjs';

/**
 * @param {string} nodePath
 * @param {readonly string[]} args those that all services get
 * @returns {{ folder: string, other?: string }} `other`: in sentences, which other folder may be meant, as it was used before
 * @throws {PreparationFailure} where the configuration is none, with what is wrong with it
 */
export function meantFolder(nodePath, args) {
  const script = fileURLToPath(new URL('./print-data-folder.mjs', import.meta.url));
  const command = ['--disable-warning=ExperimentalWarning', script, ...args];
  const { status, stdout, stderr } = spawnSync(nodePath, command, { encoding: 'utf8' });
  if (status !== 0) throw new PreparationFailure(stderr.trim());
  return JSON.parse(stdout);
}
