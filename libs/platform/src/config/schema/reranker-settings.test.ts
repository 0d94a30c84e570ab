import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { loadConfiguration } from '../reading/load-configuration.js';

const containing = (text: string): unknown => expect.stringContaining(text);
const ONE = JSON.stringify({ local: { type: 'http', url: 'http://127.0.0.1:8080' } });
const load = (environment: Readonly<Record<string, string>>) => loadConfiguration({ environment });

it('configures none, and reranks nothing, by itself', async () => {
  expect(await load({})).toMatchObject({ rerankers: {}, rerankByDefault: false });
});

it('waits 300 ms unless told otherwise', async () => {
  const { rerankers } = await load({ TRIBUTARY_RERANKERS: ONE });
  expect(rerankers['local']).toEqual({ type: 'http', url: 'http://127.0.0.1:8080', batchSize: 32, waitMs: 300 });
});

it('reads a key from a file', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'key');
  await writeFile(file, 'rr-0123456789\n');
  const environment = {
    TRIBUTARY_RERANKERS__LOCAL__TYPE: 'http',
    TRIBUTARY_RERANKERS__LOCAL__URL: 'https://api.jina.ai/v1',
    TRIBUTARY_RERANKERS__LOCAL__API_KEY_FILE: file,
  };
  expect((await load(environment)).rerankers['local']).toMatchObject({ apiKey: 'rr-0123456789' });
});

it.each([
  [{ TRIBUTARY_RERANKERS: ONE, TRIBUTARY_DEFAULT_RERANKER: 'other' }, 'names no configured reranker; there are: local'],
  [{ TRIBUTARY_RERANK_BY_DEFAULT: 'true' }, 'on, although no reranker is configured'],
  [{ TRIBUTARY_RERANKERS: '{"m":{"type":"model","model":"minilm"}}' }, 'names no configured model; there are: static'],
  [
    { TRIBUTARY_RERANKERS: '{"a":{"type":"model","model":"static"},"b":{"type":"model","model":"static"}}' },
    'missing, although there are several: a, b',
  ],
  [{ TRIBUTARY_RERANKERS: '{"a":{"type":"http","url":"http://me:secret@127.0.0.1"}}' }, 'holds a password; put it into api_key'],
])('refuses %j in words that say what is wrong', async (environment, sentence) => {
  await expect(load(environment)).rejects.toMatchObject({ code: 'CONFIG.INVALID', message: containing(sentence) });
});
