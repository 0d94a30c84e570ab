import { fileURLToPath } from 'node:url';
import { configurationReference } from '@tributary/platform';
import { architecturePage } from './architecture.mjs';
import { queuesPage } from './queues.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every generated page of docs/ by file name; made anew at each call. */
export const pages: Readonly<Record<string, () => string>> = {
  'architecture.md': () => architecturePage(root),
  'configuration.md': configurationReference,
  'queues.md': queuesPage,
};

/** The folder the pages stand in. */
export const docsFolder = new URL('../../docs/', import.meta.url);
