// What runs of one app, and the Node that runs it, in a folder: the content of its image below /app.
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PROGRAMS, programOf } from '../../bundle/programs.mjs';
import { findNode, noNodeSentence } from '../../node/pinned-node.mjs';
import { copyPackage } from './app-files.mjs';
import { closureOf } from './closure.mjs';

/** The apps that have an image. */
export const APPS = ['mcp-gateway', 'search-federation', 'ingest-worker', 'embedder', 'standalone'];

const HAVE_CONSOLE = ['mcp-gateway', 'standalone'];
/** The page that they serve, built. */
const CONSOLE = 'apps/console/dist/site';

/**
 * Copies the built app; the workspace keeps its shape, because files find each other by relative paths.
 * @param {string} root the workspace, installed and built
 * @param {string} app
 * @param {string} to is emptied first
 */
export function assemble(root, app, to) {
  if (!APPS.includes(app)) throw new Error(`There is no image of "${app}": APP is one of ${APPS.join(', ')}.`);
  const hasCommand = app === 'standalone';
  rmSync(to, { recursive: true, force: true });
  mkdirSync(join(to, 'bin'), { recursive: true });
  for (const part of closureOf(root, [`apps/${app}`, ...(hasCommand ? ['apps/cli'] : [])])) {
    const place = relative(root, part.directory);
    copyPackage(part, join(to, place));
    if (part.isOurs && part.name.startsWith('@tributary/') && !place.startsWith('apps/')) link(to, part.name, place);
  }
  copyFileSync(join(root, 'tools/images/health.mjs'), join(to, 'health.mjs'));
  writeFileSync(
    join(to, 'package.json'),
    `${JSON.stringify({ name: `tributary-${app}`, app, private: true, type: 'module' }, undefined, 2)}\n`,
  );
  writeFileSync(join(to, 'main.mjs'), `import './${programOf(app)}';\n`);
  cpSync(join(root, PROGRAMS), join(to, PROGRAMS), { recursive: true });
  if (HAVE_CONSOLE.includes(app)) cpSync(join(root, CONSOLE), join(to, CONSOLE), { recursive: true });
  if (hasCommand) writeProgram(join(to, 'bin/tributary'), `#!/app/bin/node\nimport '../${programOf('cli')}';\n`);
  copyNode(root, join(to, 'bin/node'));
}

function link(to, name, place) {
  const from = join(to, 'node_modules', name);
  mkdirSync(dirname(from), { recursive: true });
  symlinkSync(relative(dirname(from), join(to, place)), from);
}

function writeProgram(path, text) {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** The one of the lock file, which the tests ran on, whatever the image that builds brings. */
function copyNode(root, to) {
  const node = findNode(root);
  if (node === undefined || !existsSync(node.path)) throw new Error(noNodeSentence(root));
  cpSync(node.path, to, { dereference: true });
  chmodSync(to, 0o755);
}
