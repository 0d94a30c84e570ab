import { ReembedInput, localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, sampleModel, startOpenAiServer, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { startStandalone } from '../standalone/start-standalone.js';

it(
  'names the collections whose model has become another one under its name, until they are embedded again',
  { timeout: 60_000 },
  async () => {
    await using folder = await temporaryFolder();
    await using embedder = await startOpenAiServer({ model: sampleModel() });
    const models = { served: { type: 'openai', url: `${embedder.url}/v1`, model: 'sample' } };
    const overrides = [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['models'], value: models, flag: 'models' },
      { path: ['defaultModel'], value: 'served', flag: 'default' },
    ];
    const configuration = await loadConfiguration({ environment: {}, overrides });
    await using stack = new AsyncDisposableStack();
    const { operations } = stack.adopt(await startStandalone({ configuration, logger: silentLogger }), (server) => server.close());
    const context = () => ({ principal: localOwner, signal: AbortSignal.timeout(30_000) });
    const check = async () => (await operations.doctor({ repair: false }, context())).checks.find(({ name }) => name === 'model served');
    await operations.ingestDocuments([{ v: 1, collection: 'notes', id: 'tide', content: 'The tide turns.' }], context());
    await eventually(async () => (await operations.getCollection('notes', context())).chunks === 1);
    expect(await check()).toMatchObject({ status: 'ok', detail: 'openai' });
    embedder.break({ kind: 'dimension' });
    const detail =
      'openai. The collection notes was made with another revision or dimension of it: neither searched by meaning nor written to until embedded again (tributary reembed notes).';
    expect(await check()).toMatchObject({ status: 'failed', detail });
    const clerk = { ...localOwner, unrestricted: false, collections: ['shop'] };
    const { checks } = await operations.doctor({ repair: false }, { ...context(), principal: clerk });
    const told = checks.find(({ name }) => name === 'model served')?.detail;
    expect([told?.includes('Collections that are not yours were made'), told?.includes('notes')]).toEqual([true, false]);
    await operations.reembedCollection(ReembedInput.parse({ collection: 'notes' }), context());
    await eventually(async () => (await operations.getMigration('notes', context())).state === 'done');
    expect(await check()).toMatchObject({ status: 'ok', detail: 'openai' });
  },
);
