// Which programs there are, and where the files that they are bundled into stand.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the bundled programs and of what they share, from the root. */
export const PROGRAMS = 'dist/programs';

/**
 * @param {string} root
 * @returns {readonly { app: string, entry: string }[]} with what the compiler wrote of each, from the root
 */
export function listPrograms(root) {
  const apps = join(root, 'apps');
  if (!existsSync(apps)) return [];
  return readdirSync(apps)
    .map((app) => ({ app, entry: `apps/${app}/dist/main.js` }))
    .filter(({ entry }) => existsSync(join(root, entry)));
}

/** @param {string} app @returns {string} the file that is started, from the root */
export function programOf(app) {
  return `${PROGRAMS}/${app}.js`;
}
