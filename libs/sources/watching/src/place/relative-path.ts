import { sep } from 'node:path';

/** A path of an event as the port spells it: below `root`, with `/`; `''` for the root itself and for what lies elsewhere. */
export function belowRoot(root: string, path: string): string {
  const start = root.endsWith(sep) ? root : root + sep;
  if (!path.startsWith(start)) return '';
  const inside = path.slice(start.length);
  return sep === '/' ? inside : inside.split(sep).join('/');
}
