// Makes the package that "npx tributary" installs: the built command and its libraries in the folders they have here, so that every file is found where the
// code looks for it, and under node_modules/@tributary a few lines for each project that lead there. Everything else is an ordinary dependency.
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { PROGRAMS } from '../bundle/programs.mjs';
import { listProjects } from '../workspace/projects.mjs';

/** Of a project: what is only needed to build it. */
const NOT_SHIPPED = /(?:^|[\\/])(?:src|node_modules|tsconfig[^\\/]*\.json|[^\\/]*\.tsbuildinfo|spec|[^\\/]*\.map|[^\\/]*\.d\.ts)$/;
const LAUNCHER = 'tools/release/launcher.mjs';
/** How it finds the Node to run on. */
const NODE_CHOICE = ['tools/node/pinned-node.mjs', 'tools/node/starts-here.mjs', 'tools/prepare/file-stamp.mjs'];
const APPS = ['apps/cli', 'apps/console'];
/** Their installation may fail where there is no binary for the machine: the command says then what it cannot do. */
const OPTIONAL = ['onnxruntime-node', '@parcel/watcher'];

/**
 * Writes the folder that `npm pack` packs. The command must have been built and bundled.
 * @param {string} root the workspace root
 * @param {string} folder where to; replaced
 * @returns {{ name: string, version: string }}
 */
export function writePackage(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  const projects = shippedProjects(root);
  for (const { directory } of projects) copyProject(join(root, directory), join(folder, directory));
  for (const project of projects) writeLead(folder, project);
  cpSync(join(root, PROGRAMS), join(folder, PROGRAMS), { recursive: true });
  for (const tool of [...NODE_CHOICE, LAUNCHER]) cpSync(join(root, tool), join(folder, tool));
  chmodSync(join(folder, LAUNCHER), 0o755);
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md']) cpSync(join(root, file), join(folder, file));
  const manifest = manifestOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')), projects);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return { name: manifest.name, version: manifest.version };
}

/** The command, the console that its server shows, and all libraries they need. */
function shippedProjects(root) {
  const all = listProjects(root);
  const byName = new Map(all.map((project) => [project.name, project]));
  const found = new Map(all.filter(({ directory }) => APPS.includes(directory)).map((project) => [project.name, project]));
  // A map is iterated over what is added meanwhile, too.
  for (const { manifest } of found.values())
    for (const name of Object.keys(manifest.dependencies ?? {})) {
      const project = byName.get(name);
      if (project) found.set(name, project);
    }
  return [...found.values()];
}

function copyProject(from, to) {
  cpSync(from, to, { recursive: true, filter: (path) => path === from || !NOT_SHIPPED.test(relative(from, path)) });
}

/** `export *` gives on everything: nothing here is a default export. */
function writeLead(folder, { directory, name, manifest }) {
  const lead = join(folder, 'node_modules', name);
  mkdirSync(lead, { recursive: true });
  const leads = Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) =>
    typeof target.default === 'string' ? [[subpath, target.default]] : [],
  );
  const files = leads.filter(([, target]) => existsSync(join(folder, directory, target)));
  const fileOf = (subpath) => `./${subpath === '.' ? 'index' : subpath.slice(2).replaceAll('/', '-')}.js`;
  for (const [subpath, target] of files) {
    const path = relative(lead, join(folder, directory, target))
      .split(sep)
      .join('/');
    writeFileSync(join(lead, fileOf(subpath)), `export * from '${path}';\n`);
  }
  const exports = Object.fromEntries(files.map(([subpath]) => [subpath, fileOf(subpath)]));
  writeFileSync(
    join(lead, 'package.json'),
    `${JSON.stringify({ name, version: manifest.version, type: 'module', exports }, undefined, 2)}\n`,
  );
}

function manifestOf(root, projects) {
  const own = new Set(projects.map(({ name }) => name));
  const used = projects
    .filter(({ directory }) => directory !== 'apps/console')
    .flatMap(({ manifest }) => Object.keys(manifest.dependencies ?? {}));
  const needed = [...new Set([...used, 'reflect-metadata', 'rxjs'])]
    .filter((name) => !own.has(name) && !name.startsWith('@types/'))
    .toSorted();
  const versionOf = (name) => [name, root.dependencies[name] ?? root.optionalDependencies[name]];
  return {
    name: 'tributary',
    version: root.version,
    description: root.description,
    license: root.license,
    type: 'module',
    bin: { tributary: LAUNCHER },
    engines: root.engines,
    files: ['apps', 'dist', 'libs', 'tools', 'CHANGELOG.md'],
    dependencies: {
      ...Object.fromEntries(needed.filter((name) => !OPTIONAL.includes(name)).map(versionOf)),
      ...Object.fromEntries([...own].toSorted().map((name) => [name, root.version])),
    },
    optionalDependencies: { ...Object.fromEntries(OPTIONAL.map(versionOf)), ...root.optionalDependencies },
    bundleDependencies: [...own].toSorted(),
  };
}
