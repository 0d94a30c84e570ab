// print-data-folder.mjs [--config FILE]: the data folder that this configuration means, by the built packages.
import { loadConfiguration } from '@tributary/platform';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { config: { type: 'string' } } });
try {
  process.stdout.write((await loadConfiguration({ file: values.config })).data.folder);
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
