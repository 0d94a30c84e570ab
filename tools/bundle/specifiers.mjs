// How a module is named where it is imported.
import { win32 } from 'node:path';

/**
 * Whether it is the name of a package: no path, of whatever system, and nothing of Node's own.
 * @param {string} name
 */
export function isBare(name) {
  return !name.startsWith('.') && !win32.isAbsolute(name) && !name.startsWith('node:');
}
