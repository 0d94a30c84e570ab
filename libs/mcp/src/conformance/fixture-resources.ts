import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { ResourceFolder } from '../resources/resource-folder.js';
import { PNG } from './samples.js';

const TEXT = 'test://static-text';
const BINARY = 'test://static-binary';

/** Resources as the conformance runner expects them. */
export const fixtureResources: ResourceFolder = {
  resources: [
    { uri: TEXT, name: 'static-text', description: 'A text that never changes.', mimeType: 'text/plain' },
    { uri: BINARY, name: 'static-binary', description: 'A picture that never changes.', mimeType: 'image/png' },
  ],
  templates: [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      description: 'A text made of its address.',
      mimeType: 'application/json',
    },
  ],
  read(uri): ReadResourceResult | undefined {
    if (uri === TEXT) return { contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }] };
    if (uri === BINARY) return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] };
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
    if (id === undefined) return undefined;
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  },
};
