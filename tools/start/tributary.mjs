import { prepare } from '../prepare/prepare.mjs';
import { repositoryData } from './data-folder.mjs';
import { runCli } from './run-cli.mjs';

/** Standard output belongs to the command (`--json`, MCP on stdio): what is said here goes to standard error. */
export async function tributary(root, given) {
  const { nodePath } = await prepare(root, { extent: 'production', log: console.error });
  Object.assign(process.env, repositoryData(root));
  return runCli(root, nodePath, given);
}
