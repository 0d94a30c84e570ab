import type { Dialect } from '../dialect.js';
import { activateTool, deactivateTool } from '../projects/activation.tools.js';
import type { ProjectSession } from '../projects/project-session.js';
import { projectStatusTool } from '../projects/status.tool.js';
import { reindexTool } from '../projects/upkeep.tools.js';

/** The tools of memexd-control-mcp: control alone; searches come with `qdrant-multi` beside it. */
export function createMemexdControlDialect(session: ProjectSession): Dialect {
  return {
    name: 'memexd-control',
    tools: [
      activateTool(session, 'activate_project'),
      deactivateTool(session, 'deactivate_project'),
      projectStatusTool('daemon_status'),
      reindexTool(session, {
        name: 'force_reindex',
        paths: 'optional',
        description: 'Read files or folders of the active project again, or all of it where none are named; purged ones come back.',
      }),
    ],
    usage: (nameOf) =>
      `Index a project with ${nameOf('activate_project')}; ${nameOf('daemon_status')} shows how far it is and its collections.`,
  };
}
