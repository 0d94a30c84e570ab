import { prepare } from '../prepare/prepare.mjs';
import { repositoryData } from './data-folder.mjs';
import { runCli } from './run-cli.mjs';
import { startArguments } from './start-arguments.mjs';

/** Installs and builds what changed, says how long that took, and starts the server. */
export async function start(root, given) {
  const { nodePath, phases } = await prepare(root, { extent: 'production', log: console.error });
  if (phases.length > 0) console.error(phases.join(' · '));
  Object.assign(process.env, repositoryData(root));
  return runCli(root, nodePath, startArguments(given, { root }));
}
