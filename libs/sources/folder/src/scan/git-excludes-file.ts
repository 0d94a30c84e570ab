import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 2000;

interface GitSurroundings {
  /** Where programs of this user keep their settings: `$XDG_CONFIG_HOME`, else `~/.config`. */
  readonly configFolder: string;
  /** Of git; left out: that of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Names the file of what git leaves out of every repository of this user: the setting `core.excludesFile` as git reads it for this repository, else
 *  `git/ignore` where programs keep their settings. It need not be there. */
export async function gitExcludesFile(repository: string, { configFolder, env }: GitSurroundings): Promise<string> {
  const usual = resolve(configFolder, 'git', 'ignore');
  const question = ['-C', repository, 'config', '--type=path', `--default=${usual}`, '--get', 'core.excludesFile'];
  try {
    const { stdout } = await run('git', question, { timeout: TIMEOUT_MS, ...(env === undefined ? {} : { env }) });
    return resolve(repository, stdout.trim());
  } catch {
    // Without git nobody made the setting.
    return usual;
  }
}
