// Writes every project's three tsconfig files and the root reference lists from the package.json dependencies, so that
// nobody maintains references by hand. `--check` writes nothing, looks at manifests and lock file too, and fails on what is wrong.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockViolations } from './workspace/lock-rules.mjs';
import { manifestViolations } from './workspace/manifest-rules.mjs';
import { listProjects } from './workspace/projects.mjs';
import { expectedFiles } from './workspace/tsconfig-files.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const projects = listProjects(root);
const stale = Object.entries(expectedFiles(projects)).filter(
  ([file, content]) => !existsSync(join(root, file)) || readFileSync(join(root, file), 'utf8') !== content,
);

if (process.argv.includes('--check')) check();
else write();

function write() {
  for (const [file, content] of stale) {
    writeFileSync(join(root, file), content);
    console.log(`wrote ${file}`);
  }
}

function check() {
  const readRoot = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const violations = [
    ...stale.map(([file]) => `${file} is out of date: run "npm run sync"`),
    ...manifestViolations(projects, readRoot('package.json')),
    ...lockViolations(readRoot('package-lock.json')),
  ];
  console.log(`${projects.length} projects, ${violations.length} violations`);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
}
