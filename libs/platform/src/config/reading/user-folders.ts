import { join } from 'node:path';
import { homeFolder } from '@tributary/kernel/places';
import type { Environment } from './read-environment.js';

/** Where programs of this user keep their settings: `$XDG_CONFIG_HOME`, else `~/.config`; with `~` as it is for a user without a home. */
export function userConfigFolder(environment: Environment = process.env): string {
  const given = environment['XDG_CONFIG_HOME'];
  return given === undefined || given === '' ? join(environment['HOME'] ?? homeFolder() ?? '~', '.config') : given;
}
