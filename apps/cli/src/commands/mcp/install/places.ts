import { join } from 'node:path';
import { homeFolder } from '@tributary/kernel/places';
import { userConfigFolder } from '@tributary/platform';
import { usageError } from '../../../program/usage-error.js';
import type { Places } from './clients.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where clients keep their files on this system. @throws `USAGE.ARGUMENTS` for a user without a home */
export function placesOf(
  env: Environment,
  { platform, project }: { readonly platform: NodeJS.Platform; readonly project: string },
): Places {
  const home = env['HOME'] ?? homeFolder();
  if (home === undefined) throw usageError('This user has no home, where the file would be: set HOME to the folder that is to be it.');
  const config = userConfigFolder(env);
  return { home, config, settings: settingsOf(platform, { home, config, env }), project };
}

function settingsOf(
  platform: NodeJS.Platform,
  { home, config, env }: { readonly home: string; readonly config: string; readonly env: Environment },
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  return config;
}
