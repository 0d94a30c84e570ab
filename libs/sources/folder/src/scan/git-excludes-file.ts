import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 2000;
const USUAL = '.config/git/ignore';

/** Names the file of what git leaves out of every repository of this user: the setting `core.excludesFile` as git reads it for this repository, else `~/.config/git/ignore`. It need not be there.
 *  @param env of git; left out: that of this process */
export async function gitExcludesFile(repository: string, env?: NodeJS.ProcessEnv): Promise<string> {
  const question = ['-C', repository, 'config', '--type=path', `--default=~/${USUAL}`, '--get', 'core.excludesFile'];
  try {
    const { stdout } = await run('git', question, { timeout: TIMEOUT_MS, ...(env === undefined ? {} : { env }) });
    return resolve(repository, stdout.trim());
  } catch {
    // Without git nobody made the setting.
    return join(homedir(), USUAL);
  }
}
