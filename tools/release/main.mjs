import { resolve } from 'node:path';
import { prepare } from '../prepare/prepare.mjs';
import { packRelease } from './pack-release.mjs';

/**
 * Builds, and writes the tarball of the command and the bill of materials beside it.
 * @param {string} root the workspace root
 * @param {string[]} args the folder to write to; `dist/release` when left out
 * @returns {Promise<number>} exit code
 */
export async function release(root, args) {
  const target = resolve(root, args[0] ?? 'dist/release');
  await prepare(root, { extent: 'full', log: console.log });
  const { tarball, bill } = packRelease(root, target);
  console.log(`${tarball}: try it by "npx ${tarball} --version"`);
  console.log(`${bill}: what it is made of`);
  return 0;
}
