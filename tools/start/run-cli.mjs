// Hands this process over to the built `tributary` command on the pinned Node.
import { join } from 'node:path';
import { programOf } from '../bundle/programs.mjs';
import { runChild } from '../node/run-child.mjs';

/**
 * Where Node can replace the running process it does, so that nothing stands between the command and its terminal.
 * @param {string} root
 * @param {string} nodePath
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code, where the process could not be replaced
 */
export async function runCli(root, nodePath, args) {
  // Our npm scripts run in the root of the repository; paths are meant from where the user stands.
  const { INIT_CWD: startedFrom, npm_package_json: scriptOf } = process.env;
  if (startedFrom !== undefined && scriptOf === join(root, 'package.json')) process.chdir(startedFrom);
  const env = { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compile') };
  const argv = ['--disable-warning=ExperimentalWarning', join(root, programOf('cli')), ...args];
  // On Windows the function is there, too, and throws.
  if (process.platform !== 'win32' && process.execve) process.execve(nodePath, [nodePath, ...argv], env);
  return runChild(nodePath, argv, { env });
}
