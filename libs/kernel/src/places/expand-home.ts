import { join } from 'node:path';
import { homeFolder } from './home-folder.js';

const HOME = /^~(?=$|[/\\])/;

/** A path that begins with `~` as shells read it: in the user's home, where he has one. Every other stays as it is. */
export function expandHome(path: string): string {
  const home = HOME.test(path) ? homeFolder() : undefined;
  return home === undefined ? path : join(home, path.slice(1));
}
