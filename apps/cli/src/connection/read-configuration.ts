import { loadConfiguration, type Configuration, type Override } from '@tributary/platform';
import type { ConnectionOptions } from './connection.js';

/** The configuration a command line means: file, variables, then flags. @throws `CONFIG.INVALID` */
export function readConfiguration(options: ConnectionOptions, overrides: readonly Override[] = []): Promise<Configuration> {
  const { config, data, env, dialects, onAliases } = options;
  const folder = data === undefined ? [] : [{ path: ['data', 'folder'], value: data, flag: '--data' }];
  const served = { ...(dialects && { dialects }), ...(onAliases && { onAliases }) };
  return loadConfiguration({ file: config, environment: env, overrides: [...folder, ...overrides], ...served });
}
