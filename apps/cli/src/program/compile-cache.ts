import { homeFolder } from '@tributary/kernel/places';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Keeps compiled modules in the user's cache, which takes about a third off every later start. `NODE_COMPILE_CACHE` names another folder, and
 *  `NODE_DISABLE_COMPILE_CACHE` switches it off, as for every Node program. Where nothing can be kept, nothing is said: only the time is lost. */
export function keepCompiledCode(env: Environment): void {
  if (env['NODE_COMPILE_CACHE'] !== undefined) return;
  const given = env['XDG_CACHE_HOME'];
  const home = homeFolder();
  const cache = given !== undefined && given !== '' ? given : home && join(home, '.cache');
  if (cache === undefined) return;
  // Not the temporary folder that Node would take: others may write there, and what lies in the cache is run.
  enableCompileCache(join(cache, 'tributary', 'compile'));
}
