import { spawnSync } from 'node:child_process';
import { prepare } from '../../prepare/prepare.mjs';

/** @param {string} root @param {string[]} given */
export async function askFolders(root, given) {
  const { nodePath } = await prepare(root, { extent: 'full', log: console.error });
  const args = ['--import', './tools/source-hooks.mjs', '--conditions=@tributary/source', 'tools/eval/folders/main.ts', ...given];
  return spawnSync(nodePath, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
}
