import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The file that starts an app: of the bundle that ships, unless something was compiled after it was made. Tests start with a build.
 *  @param app its folder below `apps` */
export function builtProgram(app: string): string {
  const bundled = join(ROOT, 'dist/programs', `${app}.js`);
  return isCurrent(bundled) ? bundled : join(ROOT, 'apps', app, 'dist/main.js');
}

function isCurrent(bundled: string): boolean {
  const made = statSync(bundled, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const compiled = globSync('{apps,libs,libs/*}/*/dist/tsconfig.lib.tsbuildinfo', { cwd: ROOT });
  return compiled.every((file) => statSync(join(ROOT, file)).mtimeMs <= made);
}
