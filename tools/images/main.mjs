// The commands of `npm run images`.
import { rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findNode, noNodeSentence } from '../node/pinned-node.mjs';
import { build, isBuilt } from '../prepare/build.mjs';
import { PreparationFailure } from '../prepare/preparation-failure.mjs';
import { APPS, assemble } from './assemble/assemble.mjs';
import { perform } from './perform/perform.mjs';

const HELP = `npm run images -- COMMAND

  assemble APP FOLDER   what runs of an app, with its Node, in a folder (used by the Dockerfile)
  perform APP FOLDER    the Dockerfile's lines performed in FOLDER without a container engine (Linux, as root, with debootstrap)

APP is one of ${APPS.join(', ')}.`;

/**
 * @param {string} root
 * @param {readonly string[]} given
 * @returns {Promise<number>} exit code
 */
export async function images(root, given) {
  const { positionals } = parseArgs({ args: [...given], allowPositionals: true });
  const [command, app, folder] = positionals;
  if (app === undefined || folder === undefined || (command !== 'assemble' && command !== 'perform')) throw new PreparationFailure(HELP);
  const node = findNode(root);
  if (node === undefined) throw new PreparationFailure(noNodeSentence(root));
  const to = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  if (command === 'assemble') {
    if (!isBuilt(root)) await build(root, { nodePath: node.path });
    assemble(root, app, to);
  } else {
    const image = performApp(root, { app, work: to, node: node.path, log: console.error });
    writeFileSync(join(to, 'image.json'), `${JSON.stringify(image, undefined, 2)}\n`);
    console.log(image.root);
  }
  return 0;
}

/**
 * Performs docker/Dockerfile for one app. Stages that were only built from are removed.
 * @param {string} root
 * @param {{ app: string, work: string, node: string, log: (line: string) => void }} options
 */
function performApp(root, { app, work, node, log }) {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tributary/images');
  const image = perform({ context: root, file: join(root, 'docker/Dockerfile'), work, cache, node, args: { APP: app }, log });
  for (const stage of ['manifests', 'build']) rmSync(join(work, stage), { recursive: true, force: true });
  return image;
}
