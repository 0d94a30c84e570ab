// Nothing in the repository depends on the machine or the network of whoever wrote it.
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { readText } from './source-tree.mjs';

const REGISTRY =
  /\b(registry|verdaccio|artifactory|nexus)\.[a-z0-9-]+(\.[a-z]+)+|\b(npmjs\.(org|com)|pypi\.org|pythonhosted\.org|crates\.io|proxy\.golang\.org)\b|"resolved": "https?:/i;

/** The CI script alone knows what may stand beside the repository; the gates' own tests write what they look for; in a worktree of git `.git` is a file with a path. */
const EXEMPT = new Set(['.ci/run', '.git', 'tools/gates/addresses.mjs', 'tools/gates/gates.test.ts']);

/** @type {(tree: import('./source-tree.mjs').Tree) => import('./source-tree.mjs').Verdict} */
export function addresses(tree) {
  const machine = machinePattern(tree.root);
  const violations = tree.paths
    .filter((path) => !EXEMPT.has(path))
    .flatMap((path) => violationsIn(path, readText(tree, path) ?? '', machine));
  return { measured: [`paths of this machine and registry addresses: ${violations.length} (0)`], violations };
}

function violationsIn(path, text, machine) {
  return text
    .split('\n')
    .flatMap((line, index) => [
      ...(machine.test(line) ? [`${path}:${index + 1}: a path of this machine`] : []),
      ...(REGISTRY.test(line) ? [`${path}:${index + 1}: the address of a registry`] : []),
    ]);
}

// This clone, the folder it stands in, this user's home, and the folder beside the clone that only some machines have.
function machinePattern(root) {
  const parent = dirname(root);
  const folders = [root, ...(parent === '/' ? [] : [`${parent}/`]), `${homedir()}/`].map((folder) =>
    folder.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  return new RegExp(`(${folders.join('|')}|\\.\\./shared/)`);
}
