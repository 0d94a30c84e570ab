import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepare } from '../prepare/prepare.mjs';
import { writePackage } from './package-cli.mjs';

/**
 * Builds, and writes the tarball of the command and the bill of materials beside it.
 * @param {string} root the workspace root
 * @param {string[]} args the folder to write to; `dist/release` when left out
 * @returns {Promise<number>} exit code
 */
export async function release(root, args) {
  const target = resolve(root, args[0] ?? 'dist/release');
  await prepare(root, { extent: 'full', log: console.log });
  const { name, version } = writePackage(root, join(target, 'package'));
  mkdirSync(target, { recursive: true });
  const packed = spawnSync('npm', ['pack', '--pack-destination', target, '--ignore-scripts', '--silent'], {
    cwd: join(target, 'package'),
    stdio: 'inherit',
  });
  if (packed.status !== 0) return packed.status ?? 1;
  console.log(`${join(target, `${name}-${version}.tgz`)}: try it by "npx ${join(target, `${name}-${version}.tgz`)} --version"`);
  return 0;
}
