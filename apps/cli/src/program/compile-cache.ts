import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Keeps compiled modules in the user's cache, which takes about a third off every later start. `NODE_COMPILE_CACHE` names another folder, and
 *  `NODE_DISABLE_COMPILE_CACHE` switches it off, as for every Node program. Where nothing can be kept, nothing is said: only the time is lost. */
export function keepCompiledCode(env: Environment): void {
  if (env['NODE_COMPILE_CACHE'] !== undefined) return;
  const cache = env['XDG_CACHE_HOME'];
  // Not the temporary folder that Node would take: others may write there, and what lies in the cache is run.
  enableCompileCache(join(cache === undefined || cache === '' ? join(homedir(), '.cache') : cache, 'tributary', 'compile'));
}
