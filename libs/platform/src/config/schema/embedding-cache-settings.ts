import { z } from 'zod';
import { setting } from './setting.js';

/** Where vectors of documents are kept for the next time their text is embedded. */
export const EmbeddingCacheSection = z.strictObject({
  store: setting(z.enum(['auto', 'folder', 'engine', 'off']).default('auto'), {
    description:
      'Where they are kept: `folder` is a file in the data folder, for processes of one machine; `engine` is the primary engine, for services on several; `off` is nowhere. auto: the engine where it is a Qdrant and the services are separate, else the folder.',
  }),
  maxVectors: setting(z.number().int().min(100).max(100_000_000).default(100_000), {
    description: 'Vectors kept at most, of all models together; one of 384 dimensions takes about 1.7 KB in a file.',
    unit: 'vectors',
  }),
});
