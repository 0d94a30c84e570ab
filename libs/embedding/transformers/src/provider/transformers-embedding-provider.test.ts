import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { findModelFolder, temporaryFolder } from '@tributary/testing';
import { describe, expect, it } from 'vitest';
import { TransformersEmbeddingProvider } from './transformers-embedding-provider.js';

const containing = (text: string): unknown => expect.stringContaining(text);
const DOCUMENT = { kind: 'document' } as const;
const SENTENCE = 'The worker keeps a lease on the source while it is planned. ';
const folder = findModelFolder();

if (folder.kind === 'none') {
  it('a model on a thread of its own', (context) => {
    context.skip(folder.reason);
  });
} else {
  describe('a model on a thread of its own', () => {
    const { path } = folder;

    it('leaves the event loop free while it computes one long text', async () => {
      const provider = new TransformersEmbeddingProvider({ name: 'minilm', path });
      await provider.embed(['warm'], DOCUMENT);
      const settled = { done: false };
      const work = provider.embed([SENTENCE.repeat(40)], DOCUMENT).finally(() => (settled.done = true));
      let turns = 0;
      for (; !settled.done; turns++) await nextTurn();
      expect(await work).toHaveLength(1);
      expect(turns).toBeGreaterThan(50);
      await provider.close();
    });

    it('answers what a search waits for while it computes passages that came before', { timeout: 60_000 }, async () => {
      const provider = new TransformersEmbeddingProvider({ name: 'minilm', path });
      await provider.embed(['warm'], DOCUMENT);
      const order: string[] = [];
      const passages = provider.embed(
        Array.from({ length: 40 }, (_, i) => SENTENCE.repeat(10) + i.toString()),
        DOCUMENT,
      );
      const queries = provider.embed(['read a file'], { kind: 'query' });
      const head = provider.embed(['to be reranked'], { ...DOCUMENT, isUrgent: true });
      await Promise.all([
        passages.then(() => order.push('passages')),
        ...[queries, head].map((urgent) => urgent.then(() => order.push('urgent'))),
      ]);
      expect(order).toEqual(['urgent', 'urgent', 'passages']);
      await provider.close();
    });

    it('takes another revision when documents get another prefix, and the same when queries do', async () => {
      const revision = async (options: object) =>
        (await new TransformersEmbeddingProvider({ name: 'm', path, ...options }).describe()).revision;
      const plain = await revision({});
      expect(await revision({ queryPrefix: 'query: ' })).toBe(plain);
      expect(await revision({ documentPrefix: 'passage: ' })).not.toBe(plain);
      expect(await revision({ pooling: 'cls' })).not.toBe(plain);
    });

    it('pools as its settings say', async () => {
      const embed = async (pooling: 'mean' | 'cls' | 'last') => {
        const provider = new TransformersEmbeddingProvider({ name: 'm', path, pooling });
        const [vector] = await provider.embed(['read a file'], DOCUMENT);
        await provider.close();
        return vector?.join();
      };
      expect(new Set([await embed('mean'), await embed('cls'), await embed('last')]).size).toBe(3);
    });

    it('says what is wrong with a damaged model file, and loads it once it is mended', async () => {
      await using copy = await temporaryFolder();
      await cp(path, copy.path, { recursive: true });
      const file = join(copy.path, 'onnx/model_quantized.onnx');
      await rm(file, { force: true });
      await writeFile(file, 'not a model');
      const broken = new TransformersEmbeddingProvider({ name: 'minilm', path: copy.path });
      await expect(broken.embed(['x'], DOCUMENT)).rejects.toMatchObject({
        code: 'EMBEDDER.UNAVAILABLE',
        retryable: false,
        message: containing(`${file} cannot be loaded`),
      });
      await rm(file);
      await cp(join(path, 'onnx/model_quantized.onnx'), file);
      expect(await broken.embed(['read a file'], DOCUMENT)).toHaveLength(1);
      await broken.close();
    });

    it('finds a model in the local cache of the hub by its name', async () => {
      await using cache = await temporaryFolder();
      const repository = join(cache.path, 'models--org--all-minilm-l6-v2');
      await mkdir(join(repository, 'refs'), { recursive: true });
      await writeFile(join(repository, 'refs/main'), 'abc123');
      await cp(path, join(repository, 'snapshots/abc123'), { recursive: true });
      const options = { name: 'minilm', path: 'org/all-minilm-l6-v2', cache: cache.path };
      expect(await new TransformersEmbeddingProvider(options).describe()).toMatchObject({ dimension: 384 });
    });
  });
}

describe('a model that is not there', () => {
  const failure = async (options: { readonly path: string; readonly file?: string; readonly cache?: string }) => {
    const provider = new TransformersEmbeddingProvider({ name: 'minilm', ...options });
    const error: unknown = await provider.embed(['x'], DOCUMENT).catch((reason: unknown) => reason);
    expect(await provider.health()).toMatchObject({
      kind: 'transformers',
      status: 'down',
      detail: error instanceof Error ? error.message : '',
    });
    return error;
  };

  it('is told with the folder that was looked for, and the setting', async () => {
    expect(await failure({ path: '/nowhere/minilm' })).toMatchObject({
      code: 'EMBEDDER.MODEL_NOT_FOUND',
      retryable: false,
      message: 'The model minilm: there is no folder /nowhere/minilm. Set models.minilm.path to the folder that holds its config.json.',
    });
  });

  it('is never downloaded: the command that fetches it is told', async () => {
    expect(await failure({ path: 'org/model', cache: '/nowhere' })).toMatchObject({
      code: 'EMBEDDER.MODEL_NOT_FOUND',
      message: containing('`hf download org/model`'),
    });
  });

  it('is told by the file that is missing in its folder', async () => {
    await using place = await temporaryFolder();
    const { path } = place;
    expect(await failure({ path })).toMatchObject({ message: containing(`there is no ${join(path, 'config.json')}`) });
    await writeFile(join(path, 'config.json'), '{"hidden_size": 4}');
    expect(await failure({ path })).toMatchObject({ message: containing('holds no ONNX file. Export the model') });
    await writeFile(join(path, 'a.onnx'), '');
    await writeFile(join(path, 'b.onnx'), '');
    expect(await failure({ path })).toMatchObject({ message: containing('several ONNX files (a.onnx, b.onnx)') });
    expect(await failure({ path, file: 'c.onnx' })).toMatchObject({ message: containing('Correct models.minilm.file') });
    expect(await failure({ path, file: 'a.onnx' })).toMatchObject({
      message: containing(`there is no ${join(path, 'tokenizer.json')}`),
    });
  });
});
