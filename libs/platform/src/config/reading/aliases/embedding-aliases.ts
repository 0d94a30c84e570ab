import { basename } from 'node:path';
import type { AliasedSetting, EnvironmentAlias, PresentSettings } from './environment-alias.js';

const FASTEMBED_MODEL = 'sentence-transformers/all-MiniLM-L6-v2';

/** How a model of each provider is configured here. */
const PROVIDERS: Readonly<Record<string, ((model: string | undefined) => Readonly<Record<string, string>>) | undefined>> = {
  fastembed: (model = FASTEMBED_MODEL) => ({ type: 'transformers', path: model }),
  transformers: (model = FASTEMBED_MODEL) => ({ type: 'transformers', path: model }),
  ollama: (model = 'mxbai-embed-large') => ({ type: 'ollama', model }),
  openai: (model = 'text-embedding-3-small') => ({ type: 'openai', model }),
  static: () => ({ type: 'static' }),
};

/** The model of new collections, as mcp-server-qdrant is told of it. A model that is configured under its name is taken as it is configured. */
export const embeddingAliases: readonly EnvironmentAlias[] = [
  {
    variable: 'EMBEDDING_PROVIDER',
    settings: (provider, environment, present) => modelSettings(provider, environment['EMBEDDING_MODEL'], present),
  },
  {
    variable: 'EMBEDDING_MODEL',
    settings: (model, environment, present) => modelSettings(environment['EMBEDDING_PROVIDER'] ?? '', model, present),
  },
];

function modelSettings(given: string, named: string | undefined, present: PresentSettings): readonly AliasedSetting[] {
  const provider = given.trim() === '' ? 'fastembed' : given.trim().toLowerCase();
  const entry = PROVIDERS[provider]?.(named?.trim() === '' ? undefined : named?.trim());
  if (entry === undefined) {
    const where = 'EMBEDDING_PROVIDER';
    present.refuse({ where, what: `no provider is called ${given}`, instead: `Write one of ${Object.keys(PROVIDERS).join(', ')}.` });
    return [];
  }
  const word = basename(entry['path'] ?? entry['model'] ?? provider).toLowerCase();
  const name =
    word
      .replace(/[^a-z0-9_-]+/g, '-')
      .replace(/^[-_]+/, '')
      .slice(0, 64) || provider;
  const isConfigured = present.namesAt(['models']).includes(name);
  const fields = isConfigured ? [] : Object.entries(entry);
  return [
    ...fields.map(([key, value]) => ({ path: ['models', name, key], value })),
    { path: ['defaultModel'], value: name },
    { path: ['dialects', 'qdrant', 'model'], value: name },
    ...(provider === 'fastembed' ? [{ path: ['dialects', 'qdrant', 'vectorName'], value: `fast-${word}` }] : []),
  ];
}
