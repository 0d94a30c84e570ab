import { permanent } from '@tributary/kernel';
import { isAbsolute, relative, resolve, sep } from 'node:path';

interface ProjectRoot {
  /** As the caller wrote it. */
  readonly given: string;
  readonly real: string;
}

/** A path as the index knows it: relative to the project, with `/`, NFC; empty for the project itself. @throws `PROJECT.PATH_OUTSIDE` */
export function toProjectPath(path: string, { given, real }: ProjectRoot): string {
  for (const root of new Set([real, resolve(given)])) {
    const inside = relative(root, isAbsolute(path) ? path : resolve(root, path));
    if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside)) return inside.split(sep).join('/').normalize('NFC');
  }
  throw permanent('PROJECT.PATH_OUTSIDE', `${path} does not lie in the project ${real}: give paths relative to it.`);
}

/** True for a file at, or below, one of the paths. */
export function isAtPath(file: string, paths: readonly string[]): boolean {
  return paths.some((path) => path === '' || file === path || file.startsWith(`${path}/`));
}
