import { absolutePath } from '../absolute-path.js';
import type { AliasedSetting, EnvironmentAlias, PresentSettings } from './environment-alias.js';
import { embeddingAliases } from './embedding-aliases.js';
import { freeName } from './free-name.js';
import { isQdrantClientStore } from './qdrant-client-store.js';
import { booleanOf, listOf, numberOf } from './scalars.js';

const own = (key: string, value: unknown): readonly AliasedSetting[] => [{ path: ['dialects', 'qdrant', key], value }];

/** A reranker is asked for call by call, so a call that asks for it may wait longer than searches usually do. */
const RERANKER_WAIT_MS = 2500;

/** The variables of mcp-server-qdrant, and those of the design for searches over several collections. */
export const qdrantAliases: readonly EnvironmentAlias[] = [
  { variable: 'QDRANT_URL', settings: (url, _environment, present) => engineSettings(url, present) },
  {
    variable: 'QDRANT_API_KEY',
    settings: (key, { QDRANT_URL: url = '' }, present) =>
      url.trim() === '' ? [] : [{ path: ['engines', engineAt(url.trim(), present), 'apiKey'], value: key }],
  },
  { variable: 'QDRANT_LOCAL_PATH', settings: (path, { QDRANT_URL: url = '' }, present) => localSettings(path, url.trim(), present) },
  ...embeddingAliases,
  { variable: 'COLLECTION_NAME', settings: (name) => own('collection', name) },
  { variable: 'QDRANT_FIND_MODE', settings: (mode) => own('findMode', mode.toLowerCase()) },
  { variable: 'QDRANT_SEARCH_LIMIT', settings: (limit) => own('limit', numberOf(limit)) },
  {
    variable: 'QDRANT_MULTI_COLLECTION_LIMIT_MULTIPLIER',
    settings: (multiplier) => own('multiCollectionLimitMultiplier', numberOf(multiplier)),
  },
  { variable: 'QDRANT_PRIORITY_STRATEGY', settings: (strategy) => own('priorityStrategy', strategy.toLowerCase()) },
  { variable: 'QDRANT_COLLECTION_PRIORITY_ORDER', settings: (order) => own('collectionPriorityOrder', listOf(order)) },
  { variable: 'QDRANT_READ_ONLY', settings: (flag) => own('readOnly', booleanOf(flag)) },
  { variable: 'QDRANT_ALLOW_ARBITRARY_FILTER', settings: (flag) => own('allowArbitraryFilter', booleanOf(flag)) },
  { variable: 'TOOL_STORE_DESCRIPTION', settings: (text) => own('storeDescription', text) },
  { variable: 'TOOL_FIND_DESCRIPTION', settings: (text) => own('findDescription', text) },
  { variable: 'RERANKER_URL', settings: (url, _environment, present) => rerankerSettings(url, present) },
  {
    variable: 'RERANKER_API_KEY',
    settings: (key, { RERANKER_URL: url = '' }, present) =>
      url.trim() === '' ? [] : [{ path: ['rerankers', rerankerAt(url.trim(), present), 'apiKey'], value: key }],
  },
  { variable: 'RERANKER_TOP_K', settings: (count) => own('rerankerTopK', numberOf(count)) },
];

function engineSettings(url: string, present: PresentSettings): readonly AliasedSetting[] {
  const name = engineAt(url, present);
  const isConfigured = present.namesAt(['engines']).includes(name);
  const entry = [
    { path: ['engines', name, 'type'], value: 'qdrant' },
    { path: ['engines', name, 'url'], value: url },
  ];
  return [...(isConfigured ? [] : entry), { path: ['primary'], value: name }];
}

function rerankerSettings(url: string, present: PresentSettings): readonly AliasedSetting[] {
  const name = rerankerAt(url, present);
  const isConfigured = present.namesAt(['rerankers']).includes(name);
  const entry = [
    { path: ['rerankers', name, 'type'], value: 'http' },
    { path: ['rerankers', name, 'url'], value: url },
    { path: ['rerankers', name, 'waitMs'], value: RERANKER_WAIT_MS },
  ];
  return [...(isConfigured ? [] : entry), { path: ['defaultReranker'], value: name }];
}

/** The data folder of this process is that folder, and the embedded store in it the primary engine. */
function localSettings(path: string, url: string, present: PresentSettings): readonly AliasedSetting[] {
  const where = 'QDRANT_LOCAL_PATH';
  const folder = absolutePath(path);
  if (url !== '') {
    present.refuse({ where, what: 'given together with QDRANT_URL', instead: 'Keep the one whose data you mean.' });
  } else if (isQdrantClientStore(folder)) {
    const what = `${folder} holds a local store of the Python library qdrant-client, which no other program reads`;
    present.refuse({
      where,
      what,
      instead:
        'Export it with the script in docs/migrating.md (From mcp-server-qdrant), bring it in with "tributary import", and name an empty folder here.',
    });
  }
  const names = present.namesAt(['engines']);
  const embedded = names.find((name) => present.valueAt(['engines', name, 'type']) === 'embedded') ?? freeName('main', names);
  return [
    { path: ['data', 'folder'], value: folder },
    { path: ['engines', embedded, 'type'], value: 'embedded' },
    { path: ['primary'], value: embedded },
  ];
}

function engineAt(url: string, present: PresentSettings): string {
  return entryAt(url, { section: 'engines', type: 'qdrant', name: 'qdrant' }, present);
}

function rerankerAt(url: string, present: PresentSettings): string {
  return entryAt(url, { section: 'rerankers', type: 'http', name: 'http' }, present);
}

/** The entry of a section that is configured with this address already, else a free name for it. */
function entryAt(
  url: string,
  { section, type, name }: { readonly section: string; readonly type: string; readonly name: string },
  present: PresentSettings,
): string {
  const names = present.namesAt([section]);
  const known = names.find((one) => {
    const address = present.valueAt([section, one, 'url']);
    return present.valueAt([section, one, 'type']) === type && typeof address === 'string' && plain(address) === plain(url);
  });
  return known ?? freeName(name, names);
}

function plain(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/(?<!\/)\/+$/, '') : url;
}
