// Which data folder a command in this repository means when the user names none.
import { join } from 'node:path';

const FOLDER = 'TRIBUTARY_DATA__FOLDER';
/** Whoever gives one of these has said where the data lies, or may have. */
const NAMING_OPTIONS = new Set(['--data', '--config']);
const NAMING_VARIABLES = [FOLDER, 'TRIBUTARY_CONFIG'];

/**
 * The folder `npm start` fills, as the variable of the configuration; nothing where another one was named.
 * @param {readonly string[]} given
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @param {string} root
 * @returns {Record<string, string>}
 */
export function repositoryData(given, environment, root) {
  const isNamed =
    given.some((argument) => NAMING_OPTIONS.has(argument.split('=')[0] ?? '')) ||
    NAMING_VARIABLES.some((name) => environment[name] !== undefined);
  return isNamed ? {} : { [FOLDER]: join(root, '.tributary') };
}
