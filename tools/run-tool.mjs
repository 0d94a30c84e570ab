// Runs one of the commands of package.json: refuses an old Node, and turns an expected failure into its sentence.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { passOverHangUp } from './node/hang-up.mjs';
import { refuseOldNode } from './node/minimum-version.mjs';

// A stamp or a lock that could not be written.
const DISK_CODES = new Set(['ENOSPC', 'EACCES', 'EPERM', 'EROFS']);

/**
 * @param {() => Promise<(root: string, args: string[]) => Promise<number>>} load imports the command; called only after Node was found new enough
 */
export function runTool(load) {
  refuseOldNode();
  passOverHangUp();
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  load()
    .then((command) => command(root, process.argv.slice(2)))
    .then((code) => {
      process.exitCode = code;
    })
    .catch(async (error) => {
      const { PreparationFailure, sentenceFor } = await import('./prepare/preparation-failure.mjs');
      const sentence = error instanceof PreparationFailure ? error.message : DISK_CODES.has(error.code) && sentenceFor(error.code);
      console.error(sentence || error);
      process.exitCode = 1;
    });
}
