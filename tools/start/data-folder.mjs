// Which data folder a command in this repository means where nobody names one.
import { join } from 'node:path';

/**
 * As a variable of the command, below every option, variable and configuration file: the server and all commands with the same
 * configuration mean the same folder.
 * @param {string} root
 * @returns {Record<string, string>}
 */
export function repositoryData(root) {
  return { TRIBUTARY_DEFAULT_DATA_FOLDER: join(root, '.tributary') };
}
