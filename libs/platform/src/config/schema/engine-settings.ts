import { z } from 'zod';
import { ChromaEngineSettings } from './chroma-settings.js';
import { EntryName } from './entry-name.js';
import { QdrantEngineSettings } from './qdrant-settings.js';
import { setting } from './setting.js';

const EmbeddedEngineSettings = z.strictObject({
  type: setting(z.literal('embedded'), { description: '`embedded`: the store in the data folder, nothing else to run.' }),
});

/** One configured engine; `type` tells which adapter opens it. */
const EngineEntry = z.discriminatedUnion('type', [EmbeddedEngineSettings, QdrantEngineSettings, ChromaEngineSettings]);
export type EngineSettings = z.output<typeof EngineEntry>;

export const EnginesSection = setting(z.record(EntryName, EngineEntry).default({ main: { type: 'embedded' } }), {
  description: 'The engines that hold collections, by name.',
  example: '{"main": {"type": "embedded"}}',
});
