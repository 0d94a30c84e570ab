import { z } from 'zod';
import { QdrantDialectSettings } from './dialects/qdrant-settings.js';
import { setting } from './setting.js';

/** A key a dialect. */
export const DialectsSection = z.strictObject({
  qdrant: setting(QdrantDialectSettings.prefault({}), { description: 'The tools of mcp-server-qdrant, at /mcp/qdrant.' }),
});
