// A root file system for the name of an image, made by debootstrap and kept in the user's cache.
import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findProgram } from '../../services/redis-programs.mjs';
import { runOrThrow } from './run-or-throw.mjs';

/**
 * @param {string} image as in FROM: `debian:bookworm-slim`, or `node:24-bookworm-slim`, which has the Node given and the npm of this machine
 * @param {{ cache: string, node: string }} options
 * @returns {string} a folder that nobody may write to
 */
export function baseRoot(image, { cache, node }) {
  const [, name, suite] = /^(?:docker\.io\/library\/)?(debian|node):(?:[\d.]+-)?([a-z]+)(?:-slim)?(?:@sha256:\w+)?$/.exec(image) ?? [];
  if (name === undefined)
    throw new Error(`There is nothing to stand in for the image ${image}: only debian:SUITE and node:VERSION-SUITE have it.`);
  const debian = kept(join(cache, `debian-${suite}`), (folder) => debootstrap(suite, folder));
  if (name === 'debian') return debian;
  return kept(join(cache, `node-${suite}`), (folder) => {
    runOrThrow('cp', ['--archive', '--reflink=auto', debian, folder]);
    addNode(folder, node);
  });
}

/** Made beside its place and then moved there, so that what is there is whole. */
function kept(folder, make) {
  if (existsSync(folder)) return folder;
  const next = `${folder}.${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    make(next);
    renameSync(next, folder);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
  return folder;
}

function debootstrap(suite, folder) {
  const program = findProgram(['debootstrap'], `${process.env.PATH}:/usr/sbin:/sbin`);
  if (program === undefined) throw new Error('There is no debootstrap here: apt-get install debootstrap.');
  runOrThrow(program, ['--variant=minbase', suite, folder]);
  for (const place of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/locale', 'usr/share/man'])
    rmSync(join(folder, place), { recursive: true, force: true });
}

function addNode(folder, node) {
  const npm = findProgram(['npm']);
  if (npm === undefined) throw new Error('There is no npm on the PATH.');
  const modules = join(folder, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  // npm-cli.js lies in the folder bin of its package.
  cpSync(dirname(dirname(realpathSync(npm))), join(modules, 'npm'), { recursive: true, verbatimSymlinks: true });
  cpSync(realpathSync(node), join(folder, 'usr/local/bin/node'));
  runOrThrow('ln', ['--symbolic', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')]);
}
