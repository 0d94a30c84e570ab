import { homedir } from 'node:os';
import { join } from 'node:path';
import { userConfigFolder } from '@tributary/platform';
import type { Places } from './clients.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where clients keep their files on this system. */
export function placesOf(
  env: Environment,
  { platform, project }: { readonly platform: NodeJS.Platform; readonly project: string },
): Places {
  const home = env['HOME'] ?? homedir();
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
