import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@tributary/kernel';
import { temporaryFolder } from '@tributary/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfiguration } from './load-configuration.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let chroma: string;
let file: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  chroma = join(folder.path, 'chromadb_data');
  file = join(folder.path, 'config.json');
  await mkdir(chroma);
});
afterAll(() => folder.remove());

interface Given {
  readonly json: object | string;
  readonly dialects?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

async function load({ json, dialects = ['notes'], environment = {} }: Given) {
  await writeFile(file, typeof json === 'string' ? json : JSON.stringify(json));
  return loadConfiguration({ file, dialects, environment: { XDG_DATA_HOME: '/srv', ...environment } });
}

async function problemOf(given: Given): Promise<string> {
  try {
    await load(given);
  } catch (error) {
    if (hasCode(error, 'CONFIG.INVALID')) return error.message.replaceAll(folder.path, '…');
  }
  throw new Error('The file was accepted.');
}

describe('a config.json of the notes server', () => {
  it('is accepted as it stands: a Chroma folder, a model of Ollama, a number of results [003-33] [003-34]', async () => {
    const { engines, models, dialects, primary } = await load({
      json: { chromadb_path: chroma, default_max_results: 5, embedding_model: 'nomic-embed-text' },
    });
    expect(engines).toMatchObject({ main: { type: 'embedded' }, notes: { type: 'chroma', path: chroma, model: 'notes' } });
    expect(models).toMatchObject({ notes: { type: 'ollama', model: 'nomic-embed-text', queryPrefix: '', documentPrefix: '' } });
    expect(dialects.notes).toEqual({ chromadbPath: chroma, maxResults: 5 });
    expect(primary).toBe('main');
  });

  it('needs the path alone: three results by mxbai-embed-large:latest; max_results wins over default_max_results [003-39] [003-43]', async () => {
    const least = await load({ json: { chromadb_path: chroma } });
    expect(least.dialects.notes.maxResults).toBe(3);
    expect(least.models['notes']).toMatchObject({ model: 'mxbai-embed-large:latest' });
    expect((await load({ json: { chromadb_path: chroma, default_max_results: 5, max_results: 7 } })).dialects.notes.maxResults).toBe(7);
  });

  it('has data of its own, other ones for another folder or model', async () => {
    const folders = await Promise.all(
      [{}, {}, { embedding_model: 'other' }].map(async (more) => {
        const path = join(folder.path, `${JSON.stringify(more).length.toString()}.json`);
        await writeFile(path, JSON.stringify({ chromadb_path: chroma, ...more }));
        return (await loadConfiguration({ file: path, dialects: ['notes'], environment: { XDG_DATA_HOME: '/srv' } })).data.folder;
      }),
    );
    expect(folders[0]).toMatch(/^\/srv\/tributary\/notes-[0-9a-f]{6}$/);
    expect(folders[1]).toBe(folders[0]);
    expect(folders[2]).not.toBe(folders[0]);
  });

  it.each([
    ['is not absolute', 'chromadb_data', 'not an absolute path: "chromadb_data"'],
    ['is not there', '/nowhere/chromadb', 'no such folder: "/nowhere/chromadb"'],
    ['is no text', 7, 'not a path'],
    ['is missing', undefined, 'missing'],
  ])('is refused with what to write where the path %s [003-20] [003-35] [003-36]', async (_, chromadb_path, why) => {
    expect(await problemOf({ json: { chromadb_path, max_results: 3 } })).toBe(
      `chromadb_path in …/config.json: ${why}. Write the absolute path of the folder the notes pipeline writes to, such as "/home/me/notes/chromadb_data".`,
    );
  });

  it('is refused where the path is a file, or cannot be read', async () => {
    expect(await problemOf({ json: { chromadb_path: file } })).toContain('not a folder: "…/config.json"');
    const closed = join(folder.path, 'closed');
    await mkdir(closed, { mode: 0 });
    // Root reads everything.
    if (process.getuid?.() !== 0) expect(await problemOf({ json: { chromadb_path: closed } })).toContain('not readable: "…/closed"');
    await chmod(closed, 0o700);
  });

  it.each([0, 101, 2.5, '5'])('is refused with the bounds where default_max_results is %j [003-37]', async (default_max_results) => {
    expect(await problemOf({ json: { chromadb_path: chroma, default_max_results } })).toMatch(
      /^default_max_results in …\/config.json: .*\. Write a whole number from 1 to 100 \(results\)/,
    );
  });

  it('is refused by its broken JSON, by a key nobody knows, and without the dialect [003-40]', async () => {
    expect(await problemOf({ json: '{"chromadb_path": ' })).toMatch(/^…\/config.json: no JSON: /);
    expect(await problemOf({ json: { chromadb_path: chroma, max_result: 3 } })).toBe(
      'max_result in …/config.json: no such key. Did you mean max_results?',
    );
    expect(await problemOf({ json: { chromadb_path: chroma }, dialects: ['native'] })).toBe(
      'chromadb_path in …/config.json: belongs to the dialect notes. Serve it: tributary mcp --dialect notes --config <this file>.',
    );
  });

  it('has no variables that stand in for its keys; where Ollama listens is told by OLLAMA_HOST, as to its other clients [003-41]', async () => {
    const environment = { CHROMADB_PATH: '/elsewhere', MAX_RESULTS: '9', EMBEDDING_MODEL: 'other', OLLAMA_HOST: '0.0.0.0:11500' };
    const { engines, models, dialects } = await load({ json: { chromadb_path: chroma }, environment });
    expect(engines['notes']).toMatchObject({ path: chroma });
    expect(models['notes']).toMatchObject({ model: 'mxbai-embed-large:latest', url: 'http://127.0.0.1:11500' });
    expect(dialects.notes.maxResults).toBe(3);
    await expect(loadConfiguration({ file: join(folder.path, 'none.json'), dialects: ['notes'], environment: {} })).rejects.toThrow(
      /none\.json: cannot be read/,
    );
  });
});
