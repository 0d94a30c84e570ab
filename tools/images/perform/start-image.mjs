// Starts what a Dockerfile was performed into as a container engine would: as its user, on a root nobody can write to.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const CHROOT = '/usr/sbin/chroot';
const DEVICES = ['null', 'zero', 'random', 'urandom'];

/**
 * Everything is read-only but /tmp and the volumes; the process gains no rights. The network is that of this machine.
 * @param {{ root: string, config: import('./perform.mjs').ImageConfig }} image
 * @param {{ env?: Record<string, string>, args?: readonly string[], volumes?: Record<string, string> }} options `volumes`: folders of this machine by
 *   their place in the container; those that end with `:ro` cannot be written to, `tmpfs` is memory
 * @returns {import('node:child_process').ChildProcess} its signals and its end are the app's
 */
export function startImage({ root, config }, { env = {}, args = [], volumes = {} } = {}) {
  const variables = Object.entries({ ...config.env, ...env }).map(([name, value]) => `${name}=${value}`);
  const command = [...config.entrypoint, ...args];
  const script = mountScript(root, volumes);
  // The variables are set by `env` of this machine before the root is entered: the image has no such program.
  const enter = ['setpriv', '--no-new-privs', 'env', '-i', ...variables, CHROOT, `--userspec=${config.user}`, root];
  return spawn('unshare', ['--mount', '--propagation', 'private', '/bin/sh', '-ec', script, 'sh', ...enter, ...command], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  });
}

function mountScript(root, volumes) {
  for (const target of Object.keys(volumes)) mkdirSync(join(root, target.replace(/:ro$/, '')), { recursive: true });
  return [
    `mount --bind ${quote(root)} ${quote(root)}`,
    ...Object.entries(volumes).flatMap(([target, folder]) => volume(root, target, folder)),
    `mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs ${quote(`${root}/tmp`)}`,
    `mount -t proc proc ${quote(`${root}/proc`)}`,
    `mount -t tmpfs -o mode=755,nosuid tmpfs ${quote(`${root}/dev`)}`,
    ...DEVICES.map((name) => `: >${quote(`${root}/dev/${name}`)}; mount --bind /dev/${name} ${quote(`${root}/dev/${name}`)}`),
    `mount -o remount,ro ${quote(`${root}/dev`)}`,
    `mount -o remount,bind,ro ${quote(root)}`,
    'exec "$@"',
  ].join('\n');
}

function volume(root, target, folder) {
  const place = quote(join(root, target.replace(/:ro$/, '')));
  if (folder === 'tmpfs') return [`mount -t tmpfs -o uid=10001,gid=10001,mode=700 tmpfs ${place}`];
  return [`mount --bind ${quote(folder)} ${place}`, ...(target.endsWith(':ro') ? [`mount -o remount,bind,ro ${place}`] : [])];
}

function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
