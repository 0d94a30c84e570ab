import { z } from 'zod';
import { setting } from '../setting.js';

/** Part of the names of tools, which clients take up to 64 characters of. */
const Alias = z.string().regex(/^[A-Za-z0-9_-]{1,48}$/, 'an alias has letters, digits, "_" and "-", at most 48');

const RegisteredCollection = z.strictObject({
  collection: setting(z.string().min(1).max(128), { description: 'Name of the collection.', example: 'qdrant_ecosystem' }),
  description: setting(z.string().min(1).max(500), {
    description: 'What it holds, as the description of its search tool says it.',
    example: 'Qdrant documentation',
  }),
  model: setting(z.string().min(1).max(200), {
    description: 'Its model, as that description names it; a collection that is missing is made with the configured model of this name.',
    example: 'nomic-embed-code',
  }),
});

export const EcosystemDialectSettings = z.strictObject({
  collections: setting(z.record(Alias, RegisteredCollection).default({}), {
    description: 'Collections by the alias that their tools are named by: qdrant_search_<alias> and qdrant_store_<alias>.',
    example: '{"ecosystem": {"collection": "qdrant_ecosystem", "description": "Qdrant documentation", "model": "nomic-embed-code"}}',
  }),
});
