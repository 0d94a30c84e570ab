// Where a Redis can come from on this machine.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @returns {string | undefined} absolute path of the first of the programs that is on the PATH */
export function findProgram(names, path = process.env.PATH ?? '') {
  for (const name of names) {
    for (const folder of path.split(delimiter).filter(Boolean)) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}

/** True when a Docker engine answers. */
export function hasDocker() {
  const docker = findProgram(['docker']);
  return docker !== undefined && spawnSync(docker, ['info'], { stdio: 'ignore', timeout: 5000 }).status === 0;
}

/** True when the Docker engine runs as a user without rights over the machine. */
export function isRootlessDocker() {
  const { stdout } = spawnSync('docker', ['info', '--format', '{{.SecurityOptions}}'], { encoding: 'utf8', timeout: 5000 });
  return /name=rootless/.test(stdout ?? '');
}

const PACKAGE_MANAGERS = [
  { program: 'apt-get', command: ['apt-get', 'install', '-y', 'redis-server'], needsRoot: true },
  { program: 'dnf', command: ['dnf', 'install', '-y', 'valkey'], needsRoot: true },
  { program: 'pacman', command: ['pacman', '-S', '--noconfirm', 'valkey'], needsRoot: true },
  { program: 'apk', command: ['apk', 'add', 'valkey'], needsRoot: true },
  { program: 'brew', command: ['brew', 'install', 'redis'], needsRoot: false },
];

/** @returns {string[] | undefined} the command that installs a Redis here, by the package manager of the system */
export function installCommand() {
  const manager = PACKAGE_MANAGERS.find(({ program }) => findProgram([program]) !== undefined);
  if (manager === undefined) return undefined;
  const isRoot = process.getuid?.() === 0;
  return manager.needsRoot && !isRoot ? ['sudo', ...manager.command] : manager.command;
}
