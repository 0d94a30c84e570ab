// Puts what a program imports into a few files.
import { dirname, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { isBare } from './specifiers.mjs';

/** What our own code imports of these goes in, with all that they import. Other packages are loaded from where they are installed: they look for files beside them, or are seldom needed. */
const BUNDLED = ['@modelcontextprotocol/', '@nestjs/', 'commander', 'fastify', 'ignore', 'jose', 'reflect-metadata', 'rxjs', 'yaml', 'zod'];

const installed = `${sep}node_modules${sep}`;

const isBundled = (name) => BUNDLED.some((known) => name === known || name.startsWith(known.endsWith('/') ? known : `${known}/`));

/** Files beside a module (threads, the model, package.json) are found where the module was. @param {string} output */
const keepPlaces = (output) => ({
  name: 'keep-places',
  transform(code, id) {
    if (!code.includes('import.meta.url') || id.includes(installed)) return null;
    const place = relative(output, id).split(sep).join('/');
    return { code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`), map: null };
  },
});

/**
 * @param {string} root
 * @param {{ input: Readonly<Record<string, string>>, output: string }} files what to bundle by the name of its file, and the folder of those
 */
export async function bundle(root, { input, output }) {
  const bundled = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: (name, importer) =>
      importer !== undefined &&
      !dirname(importer).includes(installed) &&
      isBare(name) &&
      !name.startsWith('@tributary/') &&
      !isBundled(name),
    plugins: [keepPlaces(output)],
    // Nest asks for packages that are there or not; what is not stays an import that fails when it is asked for.
    onLog: (level, log, report) => {
      if (log.code !== 'UNRESOLVED_IMPORT') report(level, log);
    },
  });
  await bundled.write({ dir: output, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
}
