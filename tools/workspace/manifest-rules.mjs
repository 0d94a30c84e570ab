// What every project's package.json must say beyond its tsconfig files.
import { PROJECT_TYPES } from '../lint/boundaries.mjs';

/** What every project is compiled with, and what Nest asks its surroundings for. */
const NEEDED_BY_ALL = new Set(['@types/node', '@typescript/native', 'reflect-metadata', 'rolldown', 'rxjs']);

/**
 * @param {ReturnType<typeof import('./projects.mjs').listProjects>} projects
 * @param {Record<string, any>} rootManifest the root's package.json: the one list of versions
 * @returns {string[]} one line for each violation
 */
export function manifestViolations(projects, rootManifest) {
  const names = new Set(projects.map(({ name }) => name));
  const versions = { ...rootManifest.dependencies, ...rootManifest.devDependencies };
  const used = new Set(projects.flatMap(({ manifest }) => Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })));
  const unused = Object.keys(rootManifest.dependencies).filter((name) => !used.has(name) && !NEEDED_BY_ALL.has(name));
  return projects
    .flatMap(({ directory, name, manifest }) => [
      ...tagViolations(manifest).map((sentence) => `${directory}/package.json: ${sentence}`),
      ...(name.startsWith('@tributary/') ? [] : [`${directory}/package.json: the name must begin with @tributary/`]),
      ...versionViolations(manifest, { names, versions }).map((sentence) => `${directory}/package.json: ${sentence}`),
    ])
    .concat(unused.map((name) => `package.json: no project depends on ${name}`));
}

function tagViolations(manifest) {
  const types = (manifest.nx?.tags ?? []).filter((tag) => tag.startsWith('type:'));
  if (types.length !== 1) return [`needs exactly one of these tags under "nx": ${PROJECT_TYPES.join(', ')}`];
  return PROJECT_TYPES.includes(types[0]) ? [] : [`${types[0]} is not one of ${PROJECT_TYPES.join(', ')}`];
}

function versionViolations(manifest, { names, versions }) {
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  return wanted.flatMap(([dependency, version]) => {
    const expected = names.has(dependency) ? '*' : versions[dependency];
    if (expected === version) return [];
    return expected
      ? [`${dependency} must be "${expected}", as in the root's package.json`]
      : [`${dependency} is missing in the root's package.json, which holds the one version of each package`];
  });
}
