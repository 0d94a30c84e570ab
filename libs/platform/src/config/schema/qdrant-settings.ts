import { z } from 'zod';
import { setting } from './setting.js';

const Copies = z.number().int().min(1).max(1024);

export const QdrantEngineSettings = z.strictObject({
  type: setting(z.literal('qdrant'), { description: '`qdrant`: a Qdrant server, 1.17 or newer.' }),
  url: setting(z.url({ protocol: /^https?$/, error: 'not an address of a Qdrant server' }), {
    description:
      'qdrant: address of the server; without a port 6333 for http and 443 for https. A path is taken as the prefix under which a proxy serves it.',
    example: 'https://qdrant.example.org',
  }),
  apiKey: setting(z.string().min(1).optional(), {
    description: 'API key or token of the server. It needs write access, but for an engine that only holds collections of others.',
    defaultText: 'none',
    example: 'the key of the server',
    secret: true,
  }),
  instance: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'an instance has letters, digits, ".", "_" and "-"')
      .default('default'),
    {
      description:
        'As the primary engine: tells installations on one server apart. The catalog is the collection `tributary-<instance>-catalog`, and what is made beside it is marked with the instance.',
    },
  ),
  timeoutMs: setting(z.number().int().min(100).max(600_000).default(30_000), {
    description: 'A request without an answer is given up after this long.',
    unit: 'ms',
  }),
  shardNumber: setting(Copies.optional(), { description: 'Shards of a new collection.', defaultText: 'the server’s own' }),
  replicationFactor: setting(Copies.optional(), {
    description: 'Copies of each shard of a new collection.',
    defaultText: 'the server’s own',
  }),
  writeConsistencyFactor: setting(Copies.optional(), {
    description: 'Copies that must hold a write before it is acknowledged.',
    defaultText: 'the server’s own',
  }),
  readConsistency: setting(z.union([z.enum(['majority', 'quorum', 'all']), Copies]).optional(), {
    description: 'Copies that must agree on what is read: a number, or a share of them.',
    defaultText: 'one',
    example: 'majority',
  }),
});
