import { join } from 'node:path';
import { prepare } from '../prepare/prepare.mjs';
import { runCli } from './run-cli.mjs';
import { startArguments } from './start-arguments.mjs';

/** Installs and builds what changed, says how long that took, and starts the server. */
export async function start(root, given) {
  const { nodePath, phases } = await prepare(root, { extent: 'production', log: console.error });
  if (phases.length > 0) console.error(phases.join(' · '));
  return runCli(root, nodePath, startArguments(given, { root, dataFolder: join(root, '.tributary') }));
}
