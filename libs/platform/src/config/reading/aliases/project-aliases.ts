import type { EnvironmentAlias } from './environment-alias.js';

/** The variables of project-code-mcp. */
export const projectAliases: readonly EnvironmentAlias[] = [
  { variable: 'PROJECT_ROOT', settings: (value) => [{ path: ['dialects', 'projects', 'projectRoot'], value }] },
  { variable: 'DAEMON_URL', settings: (value) => [{ path: ['dialects', 'projects', 'daemonUrl'], value }] },
];
