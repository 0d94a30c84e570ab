// Which packages an app needs to run: its own dependencies, theirs, and so on, as npm installed them.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Only the command of Chroma's own package loads its bindings; nothing that runs asks for a compiler. */
const LEFT_OUT = /^(chromadb-js-bindings-|typescript$|@typescript\/|@types\/)/;

/**
 * @param {string} root the workspace
 * @param {readonly string[]} folders of the apps, relative to it
 * @returns {{ directory: string, name: string, isOurs: boolean }[]} in order of directories, which are absolute and have no links in them
 */
export function closureOf(root, folders) {
  const found = new Map();
  const waiting = folders.map((folder) => realpathSync(join(root, folder)));
  for (let directory = waiting.pop(); directory !== undefined; directory = waiting.pop()) {
    if (found.has(directory)) continue;
    const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
    found.set(directory, { directory, name: manifest.name, isOurs: !directory.includes('/node_modules/') });
    for (const name of neededBy(manifest)) {
      const place = installed(name, directory);
      if (place !== undefined) waiting.push(realpathSync(place));
      else if (manifest.dependencies?.[name] !== undefined && manifest.optionalDependencies?.[name] === undefined)
        throw new Error(`${manifest.name} needs ${name}, which is not installed: run npm install.`);
    }
  }
  return [...found.values()].sort((a, b) => (a.directory < b.directory ? -1 : 1));
}

function neededBy({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers])].filter(
    (name) => !LEFT_OUT.test(name),
  );
}

/** As Node resolves it: the nearest node_modules above. */
function installed(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(place, 'package.json'))) return place;
    if (folder === dirname(folder)) return undefined;
  }
}
