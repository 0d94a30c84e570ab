import { temporaryFolder } from '@tributary/testing';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfiguration } from './load-configuration.js';

const DAEMON = `daemon:
  listen: "127.0.0.1:8090"
  unix_socket: "/tmp/project-code-daemon.sock"
  data_dir: "~/.local/share/project-code"
  log_level: "info"

indexing:
  debounce_ms: 500
  batch_size: 100
  max_chunk_size: 1500
  chunk_overlap: 200
  ignore_patterns:
    - "*.pyc"
    - "__pycache__"
    - "node_modules"
    - ".git"

embedding:
  dense_model: "all-MiniLM-L6-v2"
  sparse_method: "bm25"
  device: "cpu"

qdrant:
  url: "http://127.0.0.1:6333"
  api_key: null
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

/** The matcher, typed: vitest gives `any`. */
function containing(text: string): unknown {
  return expect.stringContaining(text);
}

async function load(text: string, environment: Record<string, string> = {}) {
  const file = join(folder.path, 'daemon.yaml');
  await writeFile(file, text);
  return loadConfiguration({ file, environment });
}

describe('a daemon.yaml', () => {
  it('is taken as it stands [004-98] [004-102]', async () => {
    const { data, log, models, defaultModel, engines, primary, daemon, indexing, embedding } = await load(DAEMON);
    expect(data.folder).toBe(join(homedir(), '.local/share/project-code'));
    expect(log.level).toBe('info');
    expect([defaultModel, models[defaultModel]]).toMatchObject([
      'all-minilm-l6-v2',
      { type: 'transformers', path: 'sentence-transformers/all-MiniLM-L6-v2' },
    ]);
    expect([primary, engines[primary]]).toMatchObject(['qdrant', { type: 'qdrant', url: 'http://127.0.0.1:6333' }]);
    expect(daemon.listen).toBe('127.0.0.1:8090');
    expect(indexing).toMatchObject({
      debounceMs: 500,
      maxChunkSize: 1500,
      ignorePatterns: ['*.pyc', '__pycache__', 'node_modules', '.git'],
    });
    expect(embedding).toMatchObject({ sparseMethod: 'bm25', device: 'cpu' });
  });

  it('may leave everything out, and then the model is the one that is shipped', async () => {
    const { data, defaultModel, primary, engines } = await load('daemon:\n  log_level: "off"\n');
    expect([data.folder, defaultModel, engines[primary]?.type]).toEqual([
      join(homedir(), '.local/share/project-code'),
      'static',
      'embedded',
    ]);
  });

  it('gives way to our own settings', async () => {
    const environment = { TRIBUTARY_DATA__FOLDER: '/elsewhere', TRIBUTARY_DEFAULT_MODEL: 'static', TRIBUTARY_LOG__LEVEL: 'warn' };
    const { data, defaultModel, log } = await load(DAEMON, environment);
    expect([data.folder, defaultModel, log.level]).toEqual(['/elsewhere', 'static', 'warn']);
  });

  it('chooses Ollama for nomic-embed-text [004-99] [004-101]', async () => {
    const { models, defaultModel } = await load('embedding:\n  dense_model: nomic-embed-text\n');
    expect(models[defaultModel]).toMatchObject({ type: 'ollama', model: 'nomic-embed-text' });
  });

  it.each([
    ['dense_model', 'bge-large', 'embedding.dense_model'],
    ['sparse_method', 'splade', 'embedding.sparse_method'],
    ['device', 'cuda', 'embedding.device'],
  ])('is refused with another %s', async (...[key, value, where]) => {
    await expect(load(`embedding:\n  ${key}: ${value}\n`)).rejects.toMatchObject({
      code: 'CONFIG.INVALID',
      message: containing(where),
    });
  });
});
