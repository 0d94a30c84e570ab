import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from './read-environment.js';

/** Where programs of this user keep their settings: `$XDG_CONFIG_HOME`, else `~/.config`. */
export function userConfigFolder(environment: Environment = process.env): string {
  const given = environment['XDG_CONFIG_HOME'];
  return given === undefined || given === '' ? join(environment['HOME'] ?? homedir(), '.config') : given;
}
