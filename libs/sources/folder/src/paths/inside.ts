import { isAbsolute, relative, sep } from 'node:path';

/** The way from `root` to `path` with `/`, or undefined when `path` lies elsewhere; '' for the root itself. Both are real paths. */
export function pathInside(root: string, path: string): string | undefined {
  const way = relative(root, path);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return undefined;
  return sep === '/' ? way : way.split(sep).join('/');
}

/** Whether a path is what a scan can have given out: relative, with `/`, never upwards. */
export function isRelativePath(path: string): boolean {
  return path !== '' && !path.includes('\0') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
