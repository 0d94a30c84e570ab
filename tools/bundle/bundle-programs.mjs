// Puts the built programs into a few files that they share: Node needs about half a millisecond for every module it loads, and a server has two thousand. Runs as
// `node bundle-programs.mjs ROOT`, on the pinned Node.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle } from './bundle.mjs';
import { listPrograms, PROGRAMS } from './programs.mjs';

const root = resolve(process.argv[2] ?? '.');
const output = join(root, PROGRAMS);

await bundle(root, { input: Object.fromEntries(listPrograms(root).map(({ app, entry }) => [app, join(root, entry)])), output });
removeForgotten();

/** A server that is running still loads files of the bundle it started from, so they stay for a week. */
function removeForgotten() {
  const oldest = Date.now() - 7 * 24 * 3_600_000;
  for (const name of readdirSync(output)) {
    const file = join(output, name);
    if (statSync(file).mtimeMs < oldest) rmSync(file);
  }
}
