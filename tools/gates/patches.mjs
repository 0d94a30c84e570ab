// What is taken out to see whether a test notices is still there to be taken out.
import { spawnSync } from 'node:child_process';

const PATCH = /^tools\/teeth\/patches\/.+\.patch$/;

/** @type {(tree: import('./source-tree.mjs').Tree) => import('./source-tree.mjs').Verdict} */
export function patches({ root, paths }) {
  const all = paths.filter((path) => PATCH.test(path));
  const violations = all
    .filter((path) => !applies(root, path))
    .map((path) => `${path}: does not apply to this tree: make it anew (tools/teeth/README.md says how)`);
  return { measured: [`patches that do not apply: ${violations.length} (0) of ${all.length}`], violations };
}

function applies(root, path) {
  // Outside a repository of its own git would look at the one around it.
  const { status } = spawnSync('git', ['apply', '--check', path], { cwd: root, env: { ...process.env, GIT_CEILING_DIRECTORIES: root } });
  return status === 0;
}
