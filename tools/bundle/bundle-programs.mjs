// Puts the built programs into a few files that they share: Node needs about half a millisecond for every module it loads, and a server has two thousand. Runs as
// `node bundle-programs.mjs ROOT`, on the pinned Node.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { listPrograms, PROGRAMS } from './programs.mjs';

/** What our own code imports of these goes in, with all that they import. Other packages are loaded from where they are installed: they look for files beside them, or are seldom needed. */
const BUNDLED = ['@modelcontextprotocol/', '@nestjs/', 'commander', 'fastify', 'ignore', 'jose', 'reflect-metadata', 'rxjs', 'yaml', 'zod'];

const root = resolve(process.argv[2] ?? '.');
const output = join(root, PROGRAMS);
const installed = `${sep}node_modules${sep}`;

const isBundled = (name) => BUNDLED.some((known) => name === known || name.startsWith(known.endsWith('/') ? known : `${known}/`));
const isBare = (name) => !name.startsWith('.') && !name.startsWith('/') && !name.startsWith('node:');

/** Files beside a module (threads, the model, package.json) are found where the module was. */
const keepPlaces = {
  name: 'keep-places',
  transform(code, id) {
    if (!code.includes('import.meta.url') || id.includes(installed)) return null;
    const place = relative(output, id).split(sep).join('/');
    return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`), map: null };
  },
};

const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(listPrograms(root).map(({ app, entry }) => [app, join(root, entry)])),
  platform: 'node',
  external: (name, importer) =>
    importer !== undefined && !dirname(importer).includes(installed) && isBare(name) && !name.startsWith('@tributary/') && !isBundled(name),
  plugins: [keepPlaces],
  // Nest asks for packages that are there or not; what is not stays an import that fails when it is asked for.
  onLog: (level, log, report) => {
    if (log.code !== 'UNRESOLVED_IMPORT') report(level, log);
  },
});
await bundle.write({ dir: output, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
removeForgotten();

/** A server that is running still loads files of the bundle it started from, so they stay for a week. */
function removeForgotten() {
  const oldest = Date.now() - 7 * 24 * 3_600_000;
  for (const name of readdirSync(output)) {
    const file = join(output, name);
    if (statSync(file).mtimeMs < oldest) rmSync(file);
  }
}
