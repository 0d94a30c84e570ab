import { z } from 'zod';
import { setting } from './setting.js';

const unused = 'Taken over from a daemon.yaml and without effect in this version:';

/** The sections of a `daemon.yaml` of project-code, beside ours. */
export const DaemonSection = z.strictObject({
  enabled: setting(z.boolean().optional(), {
    description: 'Answer to the API of that daemon.',
    defaultText: 'true where another key of this section is set',
  }),
  apiToken: setting(z.string().min(1).optional(), {
    description:
      'What callers of that API send as Authorization: Bearer <token>; without one every program of this machine may call it. The socket asks for none.',
    defaultText: 'none',
    example: 'a long random word',
    secret: true,
  }),
  listen: setting(z.string().min(1).default('127.0.0.1:8090'), {
    description: 'Address and port of that API, on this machine only.',
    example: '127.0.0.1:8090',
  }),
  unixSocket: setting(z.string().min(1).optional(), {
    description: 'A Unix socket with that API, which only its owner can open.',
    defaultText: 'none',
    example: '/tmp/project-code-daemon.sock',
  }),
  dataDir: setting(z.string().min(1).default('~/.local/share/project-code'), {
    description: 'The data folder, where data.folder names no other.',
    example: '~/.local/share/project-code',
  }),
  logLevel: setting(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'off']).optional(), {
    description: 'As log.level, which wins; trace means debug, off means silent.',
    defaultText: 'log.level',
  }),
});

export const IndexingSection = z.strictObject({
  debounceMs: setting(z.number().int().min(0).max(60_000).default(500), {
    description: 'How long watched files must be quiet before they are read: a fifth of it where a few changed, all of it where many did.',
    unit: 'ms',
  }),
  batchSize: setting(z.number().int().min(1).max(10_000).default(100), {
    description: `${unused} chunks written at once.`,
    unit: 'chunks',
  }),
  maxChunkSize: setting(z.number().int().min(100).max(100_000).default(1500), {
    description: `${unused} the largest chunk; it is 1,500 in any case.`,
    unit: 'characters',
  }),
  chunkOverlap: setting(z.number().int().min(0).max(10_000).default(200), {
    description: `${unused} text that chunks shared; they share none, and a hit can be read with what stands around it.`,
    unit: 'characters',
  }),
  ignorePatterns: setting(z.array(z.string().min(1).max(500)).max(1000).default([]), {
    description: 'Left out of every folder, as in .gitignore, beside what its own ignore files name.',
    example: '["*.pyc", "__pycache__"]',
  }),
});

export const EmbeddingSection = z.strictObject({
  denseModel: setting(z.enum(['all-MiniLM-L6-v2', 'nomic-embed-text']).optional(), {
    description: 'The model of new collections, where default_model names no other: the first runs in this process, the second in Ollama.',
    defaultText: 'default_model',
  }),
  sparseMethod: setting(z.literal('bm25').default('bm25'), { description: 'How words are weighted; there is no other way.' }),
  device: setting(z.literal('cpu').default('cpu'), { description: 'Where a model runs; there is no other place.' }),
});

export const QdrantSection = z.strictObject({
  url: setting(z.url({ protocol: /^https?$/, error: 'not an address of a Qdrant server' }).optional(), {
    description: 'The primary engine, where primary names no other.',
    defaultText: 'none',
    example: 'http://127.0.0.1:6333',
  }),
  apiKey: setting(z.string().min(1).optional(), {
    description: 'API key of that server.',
    defaultText: 'none',
    example: 'the key of the server',
    secret: true,
  }),
});
