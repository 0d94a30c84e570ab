import type { Dialect } from '../dialects/dialect.js';
import { askingTools, sealedState } from './asking-tools.js';
import { contentTools } from './content-tools.js';
import { fixturePrompts } from './fixture-prompts.js';
import { fixtureResources } from './fixture-resources.js';
import { pushTools } from './push-tools.js';
import { schemaTools } from './schema-tools.js';

/** What the official conformance runner asks a server for, under the names it asks. No configuration switches it on: it is not part of the built library. */
export const conformanceDialect: Dialect = {
  name: 'conformance',
  tools: [...contentTools, ...schemaTools, ...askingTools, ...pushTools],
  prompts: fixturePrompts,
  resources: fixtureResources,
  capabilities: { logging: {} },
  verifyState: (state, context) => sealedState.verify(state, context),
};
