import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@tributary/gateway/openapi';
import { configurationReference } from '@tributary/platform';
import { architecturePage } from './architecture.mjs';
import { enginesPage } from './engines.js';
import { errorsPage } from './errors.js';
import { formatsPage } from './formats.js';
import { mcpPage } from './mcp.js';
import { licencesPage } from '../release/licences.mjs';
import { queuesPage } from './queues.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every generated page of docs/ by file name; made anew at each call. */
export const pages: Readonly<Record<string, () => string>> = {
  'architecture.md': () => architecturePage(root),
  'configuration.md': configurationReference,
  'engines.md': enginesPage,
  'errors.md': () => errorsPage(root),
  'formats.md': formatsPage,
  'licences.md': () => licencesPage(root),
  'mcp.md': mcpPage,
  'openapi.json': () => `${JSON.stringify(openApiDocument('1'), undefined, 2)}\n`,
  'queues.md': queuesPage,
};

/** The folder the pages stand in. */
export const docsFolder = new URL('../../docs/', import.meta.url);
