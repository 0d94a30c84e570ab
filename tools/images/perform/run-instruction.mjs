// RUN, in a root of its own.
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runOrThrow } from './run-or-throw.mjs';

/** What a line may see of this machine: names are resolved and certificates known as here. */
const LENT = ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs', '/usr/local/share/ca-certificates'];

/**
 * Runs one line by the shell of that root, with processes and mounts of its own.
 * @param {import('../dockerfile/parse-dockerfile.mjs').Instruction} instruction
 * @param {{ root: string, workdir: string, env: Record<string, string>, caches: Record<string, string> }} surroundings `caches` are folders of this
 *   machine by the target of `--mount=type=cache`
 */
export function run({ text, json, flags }, { root, workdir, env, caches }) {
  const wanted = (flags['mount'] ?? []).map(cacheTarget);
  const mounts = [
    `mount -t proc proc ${quote(`${root}/proc`)}`,
    `mount --rbind /dev ${quote(`${root}/dev`)}`,
    ...LENT.filter((path) => existsSync(path)).map((path) => bind(path, root, path)),
    ...wanted.filter((target) => caches[target] !== undefined).map((target) => bind(caches[target], root, target)),
  ];
  for (const folder of ['proc', 'dev']) mkdirSync(join(root, folder), { recursive: true });
  const variables = Object.entries({ HOME: '/root', ...env }).map(([name, value]) => quote(`${name}=${value}`));
  const command = json === undefined ? `/bin/sh -c ${quote(text)}` : json.map(quote).join(' ');
  const inside = `cd ${quote(workdir)} && exec ${command}`;
  const enter = `exec chroot ${quote(root)} /usr/bin/env -i ${variables.join(' ')} /bin/sh -c ${quote(inside)}`;
  runOrThrow('unshare', ['--mount', '--pid', '--fork', '--propagation', 'private', '/bin/sh', '-ec', [...mounts, enter].join('\n')]);
}

function cacheTarget(mount) {
  const options = Object.fromEntries(mount.split(',').map((pair) => pair.split('=')));
  if (options.type !== 'cache' || options.target === undefined)
    throw new Error(`RUN --mount=${mount}: only caches with a target are understood.`);
  return options.target;
}

function bind(from, root, target) {
  const place = quote(`${root}${target}`);
  return `if [ -d ${quote(from)} ]; then mkdir -p ${place}; else mkdir -p ${quote(`${root}${dirname(target)}`)}; : >>${place}; fi; mount --bind ${quote(from)} ${place}`;
}

function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
