import type { Dialect } from '../dialect.js';
import type { NextcloudSettings } from './nextcloud-settings.js';
import { nextcloudSearchTool } from './search.tool.js';
import type { DocumentVerifier } from '@tributary/sources-port';

/** The tool of the Nextcloud MCP server. @param verifier left out: hits are not verified against Nextcloud */
export function createNextcloudDialect(settings: NextcloudSettings, verifier?: DocumentVerifier): Dialect {
  return { name: 'nextcloud', tools: [nextcloudSearchTool({ settings, verifier })] };
}
