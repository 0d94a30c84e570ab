import type { Draft } from './draft.js';

/** Name of the engine and of the model that the sections mean. */
const ENGINE = 'qdrant';
const MODELS: Readonly<Record<string, { readonly name: string; readonly settings: Readonly<Record<string, string>> }>> = {
  'all-MiniLM-L6-v2': {
    name: 'all-minilm-l6-v2',
    settings: { type: 'transformers', path: 'sentence-transformers/all-MiniLM-L6-v2' },
  },
  'nomic-embed-text': { name: 'nomic-embed-text', settings: { type: 'ollama', model: 'nomic-embed-text' } },
};
const LEVELS: Readonly<Record<string, string>> = { trace: 'debug', off: 'silent' };
const DATA_FOLDER = '~/.local/share/project-code';

/** Lets the sections of a `daemon.yaml` mean what they mean, where our own settings do not say otherwise. */
export function applyDaemonSections(draft: Draft): void {
  const textAt = (...path: readonly string[]) => {
    const value = draft.valueAt(path);
    return typeof value === 'string' ? value : undefined;
  };
  const fill = (path: readonly string[], value: unknown, origin: string) => {
    if (value !== undefined && draft.valueAt(path) === undefined) draft.set(path, value, origin);
  };
  if (draft.namesAt(['daemon']).length > 0) fill(['daemon', 'enabled'], true, 'daemon');
  if (draft.namesAt(['daemon']).length > 0) fill(['data', 'folder'], textAt('daemon', 'dataDir') ?? DATA_FOLDER, 'daemon.data_dir');
  const level = textAt('daemon', 'logLevel');
  fill(['log', 'level'], level && (LEVELS[level] ?? level), 'daemon.log_level');
  const model = MODELS[textAt('embedding', 'denseModel') ?? ''];
  if (model !== undefined) {
    fill(['models', model.name], model.settings, 'embedding.dense_model');
    fill(['defaultModel'], model.name, 'embedding.dense_model');
  }
  const url = textAt('qdrant', 'url');
  if (url === undefined) return;
  const apiKey = textAt('qdrant', 'apiKey');
  fill(['engines', ENGINE], { type: 'qdrant', url, ...(apiKey === undefined ? {} : { apiKey }) }, 'qdrant.url');
  fill(['primary'], ENGINE, 'qdrant.url');
}
