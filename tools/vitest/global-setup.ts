import { join } from 'node:path';
import { clearUserEnvironment } from './user-environment.js';

/** Runs before any worker starts, so every test process inherits the cleared environment. They and the programs they start share compiled code: most of
 *  the time of a short one goes into loading it. */
export function setup(): void {
  clearUserEnvironment(process.env);
  process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../../node_modules/.cache/compile');
}
