// Which dependencies of the lock file are installed. npm writes node_modules/.package-lock.json as the last step of an
// installation, so an interrupted one has none.
import { join } from 'node:path';
import { readJson, stampOf, writeJson } from './file-stamp.mjs';

/** @typedef {'production' | 'full'} Extent production leaves the development dependencies out */

const STAMP = 'node_modules/.tributary-install.json';

/**
 * @param {string} root
 * @returns {Extent | 'none'}
 */
export function installedExtent(root) {
  const stamped = readJson(join(root, STAMP));
  const evidence = evidenceOf(root);
  if (stamped && stamped.evidence === evidence) return stamped.extent;
  const extent = compareLocks(readJson(join(root, 'package-lock.json')), readJson(join(root, 'node_modules/.package-lock.json')));
  if (extent !== 'none') writeJson(join(root, STAMP), { evidence, extent });
  return extent;
}

/** Whether development dependencies were ever asked for here: such an installation is never made smaller. */
export function hasDevelopmentDependencies(root) {
  const installed = readJson(join(root, 'node_modules/.package-lock.json'))?.packages ?? {};
  return Object.values(installed).some((entry) => entry.dev === true);
}

/**
 * @param {Record<string, any> | undefined} wanted content of package-lock.json
 * @param {Record<string, any> | undefined} installed content of node_modules/.package-lock.json
 * @returns {Extent | 'none'}
 */
function compareLocks(wanted, installed) {
  if (!wanted || !installed) return 'none';
  const missing = Object.entries(wanted.packages).filter(
    ([path, entry]) => path.startsWith('node_modules/') && isMissing(entry, installed.packages[path]),
  );
  if (missing.length === 0) return 'full';
  return missing.every(([, entry]) => entry.dev === true) ? 'production' : 'none';
}

// Optional packages of other platforms are absent by right; whether a pinned Node was found is asked separately.
function isMissing(wanted, found) {
  if (!found) return wanted.optional !== true && wanted.devOptional !== true;
  return wanted.link ? found.resolved !== wanted.resolved : found.version !== wanted.version;
}

function evidenceOf(root) {
  const files = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) => stampOf(join(root, file)));
  return `${process.platform}-${process.arch} ${files.join(' ')}`;
}
