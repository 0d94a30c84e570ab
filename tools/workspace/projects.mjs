// The projects of this workspace, read from their package.json files. No dependency, so that it runs before anything is installed.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Every workspace project in path order.
 * @param {string} root the workspace root
 * @returns {{ directory: string, name: string, manifest: Record<string, any> }[]} directories relative to the root, with `/`
 */
export function listProjects(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return workspaces
    .flatMap((pattern) => childFolders(root, pattern.replace(/\/\*$/, '')))
    .filter((directory) => existsSync(join(root, directory, 'package.json')))
    .map((directory) => readProject(root, directory))
    .sort((a, b) => (a.directory < b.directory ? -1 : 1));
}

function childFolders(root, parent) {
  if (!existsSync(join(root, parent))) return [];
  return readdirSync(join(root, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${parent}/${entry.name}`);
}

function readProject(root, directory) {
  const manifest = JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8'));
  return { directory, name: manifest.name, manifest };
}
