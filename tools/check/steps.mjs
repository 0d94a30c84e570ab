// What `npm run check` runs; every step is a program of its own, run by the pinned Node in the root of the workspace.

/** @typedef {{ name: string, proves: string, args: readonly string[] }} Step */

/** The slowest first, so that the others run beside it. @type {readonly Step[]} */
export const STEPS = [
  {
    name: 'lint',
    proves: 'ESLint on every file, and who may import whom',
    args: ['node_modules/.bin/nx', 'run', 'tools:lint-all', '--output-style=static'],
  },
  {
    name: 'typed-lint',
    proves: 'the lint rules that need types',
    args: ['node_modules/.bin/oxlint', 'apps', 'libs', 'tools'],
  },
  {
    name: 'types',
    proves: 'every project and the tools compile',
    // One checker per project: each further one computes the types again that the others have, and projects are compiled side by side anyway.
    args: ['node_modules/@typescript/native/bin/tsc', '-b', '--checkers', '1', 'tsconfig.json'],
  },
  {
    name: 'format',
    proves: 'oxfmt would change nothing',
    args: ['node_modules/.bin/oxfmt', '--check', '.'],
  },
  {
    name: 'dead-code',
    proves: 'no unused file, export or dependency',
    args: ['node_modules/.bin/knip', '--no-progress', '--no-config-hints'],
  },
  {
    name: 'layers',
    proves: 'no cycle, and the layers inside a project',
    args: ['node_modules/.bin/depcruise', 'apps', 'libs', 'tools', '--config', '.dependency-cruiser.mjs'],
  },
  {
    name: 'gates',
    proves: 'sizes, casts, names, environment, test habits, the time of regular expressions',
    args: ['tools/check-gates.mjs'],
  },
  {
    name: 'projects',
    proves: 'tsconfig references, tags and versions, platforms in the lock file',
    args: ['tools/sync-projects.mjs', '--check'],
  },
];
