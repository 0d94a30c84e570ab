import type { Dialect } from '../dialect.js';
import type { NextcloudSettings } from './nextcloud-settings.js';
import { nextcloudSearchTool } from './search.tool.js';
import type { DocumentVerifier } from '@tributary/sources-port';

/** The tool of the Nextcloud MCP server. @param verifier left out: hits are not verified against Nextcloud */
export function createNextcloudDialect(settings: NextcloudSettings, verifier?: DocumentVerifier): Dialect {
  return {
    name: 'nextcloud',
    tools: [nextcloudSearchTool({ settings, verifier })],
    usage: (nameOf) =>
      `Ask ${nameOf('nc_semantic_search')} for what the user keeps in his Nextcloud: it searches his own documents by meaning, by words and past typing mistakes.`,
    namesNoCollection: true,
  };
}
