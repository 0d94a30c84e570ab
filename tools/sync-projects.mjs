// Writes every project's three tsconfig files and the root reference lists from the package.json dependencies,
// so that nobody maintains references by hand. `--check` writes nothing and fails when something is out of date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listProjects } from './workspace/projects.mjs';
import { expectedFiles } from './workspace/tsconfig-files.mjs';

const root =
  process.argv.find((argument) => argument.startsWith('--root='))?.slice('--root='.length) ??
  dirname(dirname(fileURLToPath(import.meta.url)));
const isCheck = process.argv.includes('--check');

const stale = Object.entries(expectedFiles(listProjects(root))).filter(
  ([file, content]) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== content,
);

if (isCheck && stale.length > 0) {
  console.error(`Out of date: ${stale.map(([file]) => file).join(', ')}. Run: node tools/sync-projects.mjs`);
  process.exit(1);
}
for (const [file, content] of stale) {
  writeFileSync(join(root, file), content);
  console.log(`wrote ${file}`);
}
