import { z } from 'zod';
import { EcosystemDialectSettings } from './dialects/ecosystem-settings.js';
import { NextcloudDialectSettings } from './dialects/nextcloud-settings.js';
import { NotesDialectSettings } from './dialects/notes-settings.js';
import { ProjectsDialectSettings } from './dialects/projects-settings.js';
import { QdrantDialectSettings } from './dialects/qdrant-settings.js';
import { setting } from './setting.js';

/** A key a dialect. */
export const DialectsSection = z.strictObject({
  ecosystem: setting(EcosystemDialectSettings.prefault({}), { description: 'The tools of qdrant-mcp-ecosystem, at /mcp/ecosystem.' }),
  nextcloud: setting(NextcloudDialectSettings.prefault({}), { description: 'The search of the Nextcloud MCP server, at /mcp/nextcloud.' }),
  notes: setting(NotesDialectSettings.prefault({}), {
    description: 'The tools of the server for Markdown notes in Chroma, at /mcp/notes.',
  }),
  projects: setting(ProjectsDialectSettings.prefault({}), {
    description: 'The tools of project-code-mcp and memexd-control-mcp, at /mcp/project-code and /mcp/memexd-control.',
  }),
  qdrant: setting(QdrantDialectSettings.prefault({}), { description: 'The tools of mcp-server-qdrant, at /mcp/qdrant.' }),
});
