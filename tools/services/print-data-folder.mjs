// print-data-folder.mjs [--config FILE]: as JSON the data folder that this configuration means, and what is to be told of another one, by the built packages.
import { loadConfiguration } from '@tributary/platform';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { otherFolder } from '../../apps/cli/dist/connection/other-folder.js';

const { values } = parseArgs({ options: { config: { type: 'string' } } });
try {
  const { folder } = (await loadConfiguration({ file: values.config })).data;
  const connection = { ...(values.config === undefined ? {} : { config: values.config }), env: process.env };
  process.stdout.write(JSON.stringify({ folder, other: (await otherFolder(connection, folder)) ?? jobsLeft(folder) }));
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Redis was always kept in the folder of the clone, also where commands filled the one that is named. */
function jobsLeft(folder) {
  const { TRIBUTARY_DEFAULT_DATA_FOLDER: ofClone, REDIS_URL: given } = process.env;
  if (given || !ofClone || ofClone === folder || existsSync(join(folder, 'redis')) || !existsSync(join(ofClone, 'redis'))) return undefined;
  return `Jobs may wait in ${join(ofClone, 'redis')}, which was used before; now ${join(folder, 'redis')} is. To have them done, end this command and run it once with --data ${ofClone}`;
}
