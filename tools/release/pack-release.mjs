// Writes what is released of a built workspace.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listDependencies } from './licences.mjs';
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

/** What runs, from the lock file, in the form of CycloneDX. `npm sbom --omit dev` leaves out what the root names for its tools and the apps need as well.
 * @param {string} root
 * @param {{ name: string, version: string }} made
 */
function billOfMaterials(root, { name, version }) {
  const components = listDependencies(root)
    .filter(({ isShipped }) => isShipped)
    .map((one) => ({ type: 'library', name: one.name, version: one.version, purl: purlOf(one), licenses: [{ expression: one.licence }] }));
  const metadata = { component: { type: 'application', name, version, purl: purlOf({ name, version }) } };
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components }, null, 2)}\n`;
}

/** @param {{ name: string, version: string }} one */
function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
