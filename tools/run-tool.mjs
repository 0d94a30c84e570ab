// Runs one of the commands of package.json: refuses an old Node, and turns an expected failure into its sentence.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseOldNode } from './node/minimum-version.mjs';

/**
 * @param {() => Promise<(root: string, args: string[]) => Promise<number>>} load imports the command; called only after Node was found new enough
 */
export function runTool(load) {
  refuseOldNode();
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  load()
    .then((command) => command(root, process.argv.slice(2)))
    .then((code) => {
      process.exitCode = code;
    })
    .catch((error) => {
      console.error(error.constructor.name === 'PreparationFailure' ? error.message : error);
      process.exitCode = 1;
    });
}
