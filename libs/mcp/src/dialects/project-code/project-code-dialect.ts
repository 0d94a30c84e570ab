import type { Dialect } from '../dialect.js';
import { activateTool, deactivateTool } from '../projects/activation.tools.js';
import { listCollectionsTool } from '../projects/list-collections.tool.js';
import { projectSearchTool } from '../projects/project-search.tool.js';
import type { ProjectSession } from '../projects/project-session.js';
import { projectStatusTool } from '../projects/status.tool.js';
import { purgeTool, reindexTool } from '../projects/upkeep.tools.js';
import { ingestDocumentTool } from './ingest-document.tool.js';
import { ingestWebTool } from './ingest-web.tool.js';

/** The tools of project-code-mcp: search and control of the project somebody works on. */
export function createProjectCodeDialect(session: ProjectSession): Dialect {
  return {
    name: 'project-code',
    tools: [
      activateTool(session, 'activate'),
      deactivateTool(session, 'deactivate'),
      projectSearchTool(session, {
        name: 'search',
        description: 'Search the active project: its code, documents, web pages and memories. Gives the ten best passages.',
      }),
      projectSearchTool(session, {
        name: 'search_code',
        description: 'Search the active project with a limit and, where one is configured, a reranker.',
      }),
      reindexTool(session, { name: 'index_all', paths: 'none', description: 'Read every file of the project again, purged ones too.' }),
      reindexTool(session, {
        name: 'reindex',
        paths: 'required',
        description: 'Read these files or folders of the project again, whatever is known of them; purged ones come back.',
      }),
      purgeTool(session),
      projectStatusTool('status'),
      listCollectionsTool(),
      ingestDocumentTool(session),
      ingestWebTool(session),
    ],
    usage: (nameOf) =>
      `Begin with ${nameOf('activate')} and the folder of the project, unless it is active already (${nameOf('status')} says so); then ask ${nameOf('search')} or ${nameOf('search_code')}.`,
  };
}
