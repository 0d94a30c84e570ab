// Writes what is released of a built workspace.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.mjs';
import { writePackage } from './package-cli.mjs';

/**
 * @param {string} root the workspace root, built
 * @param {string} target the folder to write to
 * @returns {{ version: string, tarball: string, bill: string }} with the files
 */
export function packRelease(root, target) {
  const folder = join(target, 'package');
  const { name, version } = writePackage(root, folder);
  execFileSync('npm', ['pack', '--pack-destination', target, '--ignore-scripts', '--silent'], { cwd: folder });
  const bill = join(target, `${name}-${version}.cdx.json`);
  writeFileSync(bill, billOfMaterials(root, { name, version }));
  return { version, tarball: join(target, `${name}-${version}.tgz`), bill };
}
