import { z } from 'zod';
import { setting } from './setting.js';

/** A Chroma server, or a Chroma folder that is served here. */
export const ChromaEngineSettings = z.strictObject({
  type: setting(z.literal('chroma'), {
    description: '`chroma`: a Chroma server of version 1.0 or newer, or a folder of one. It cannot be the primary engine.',
  }),
  url: setting(
    z
      .url({ protocol: /^https?$/, error: 'not an http or https address' })
      .refine((address) => !/^https?:\/\/[^/]*@/i.test(address), 'holds a password; put it into token')
      .optional(),
    { description: 'chroma: address of the server, with no path. Either url or path.', example: 'http://127.0.0.1:8000' },
  ),
  path: setting(z.string().min(1).optional(), {
    description:
      'chroma: a folder Chroma keeps its data in; it is served by a `chroma run` of this process (pip install chromadb). Either url or path.',
    example: '~/notes/chroma',
  }),
  token: setting(z.string().min(1).optional(), { description: 'chroma: token of the server.', defaultText: 'none', secret: true }),
  tenant: setting(z.string().min(1).default('default_tenant'), { description: 'chroma: tenant of the server.' }),
  database: setting(z.string().min(1).default('default_database'), { description: 'chroma: database of the tenant.' }),
  model: setting(z.string().min(1).optional(), {
    description: 'chroma: configured model that made the vectors of collections other programs keep there.',
    defaultText: 'found out by embedding a few of their texts again',
    example: 'static',
  }),
  efSearch: setting(z.number().int().min(10).max(10_000_000).default(256), {
    description:
      'chroma: how many neighbours the index of a new collection looks at in a search. At least the number of its points makes searches exact, and slower.',
    unit: 'points',
  }),
  timeoutMs: setting(z.number().int().min(100).max(600_000).default(30_000), {
    description: 'A request without an answer is given up after this long.',
    unit: 'ms',
  }),
});
