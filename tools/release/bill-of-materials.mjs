// What is shipped of other people's packages, in the form of CycloneDX.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listDependencies } from './licences.mjs';

/**
 * From the lock file. `npm sbom --omit dev` leaves out what the root names for its tools and the apps need as well.
 * @param {string} root the workspace root
 * @param {{ name: string, version: string }} made what the packages are part of
 * @returns {string} JSON
 */
export function billOfMaterials(root, { name, version }) {
  const components = listDependencies(root)
    .filter(({ isShipped }) => isShipped)
    .map((one) => ({ type: 'library', name: one.name, version: one.version, purl: purlOf(one), licenses: [{ expression: one.licence }] }));
  const metadata = { component: { type: 'application', name, version, purl: purlOf({ name, version }) } };
  return `${JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components }, null, 2)}\n`;
}

/** `npm run sbom`. @param {string} root @returns {Promise<number>} exit code */
export async function printBill(root) {
  process.stdout.write(billOfMaterials(root, JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))));
  return 0;
}

/** @param {{ name: string, version: string }} one */
function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
