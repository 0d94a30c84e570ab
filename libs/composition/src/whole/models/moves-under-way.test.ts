import { ReembedInput, localOwner, type Principal } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { eventually, sampleModel, startOpenAiServer, temporaryFolder } from '@tributary/testing';
import { expect, it } from 'vitest';
import { startStandalone } from '../../standalone/start-standalone.js';

const guest: Principal = { ...localOwner, unrestricted: false, user_id: 'ann', scopes: ['search:read'] };
const of = (principal: Principal = localOwner) => ({ principal, signal: AbortSignal.timeout(60_000) });

it('a collection tells what it becomes and what holds that up, to those who may know how much is in it', async () => {
  await using folder = await temporaryFolder();
  await using embedder = await startOpenAiServer({ model: sampleModel() });
  const models = { static: { type: 'static' }, served: { type: 'openai', url: `${embedder.url}/v1`, model: 'sample' } };
  const configuration = await loadConfiguration({
    environment: {},
    overrides: [
      { path: ['data', 'folder'], value: folder.path, flag: '--data' },
      { path: ['server', 'port'], value: 0, flag: '--port' },
      { path: ['models'], value: models, flag: 'models' },
    ],
  });
  await using stack = new AsyncDisposableStack();
  const { operations } = stack.adopt(await startStandalone({ configuration, logger: silentLogger }), (server) => server.close());
  const reasons = async (principal?: Principal) => {
    const [listed] = await operations.listCollections(of(principal));
    const shown = await operations.getCollection('log', of(principal));
    return [listed?.status_reason, shown.status_reason];
  };
  await operations.ingestDocuments([{ v: 1, collection: 'log', id: 'tide', content: 'The tide turns.', acl: ['*'] }], of());
  await eventually(async () => {
    expect(await operations.getCollection('log', of())).toMatchObject({ chunks: 1, status: 'ready' });
  });
  expect(await reasons()).toEqual([undefined, undefined]);

  embedder.break({ kind: 'status', status: 503 });
  await operations.reembedCollection(ReembedInput.parse({ collection: 'log', model: 'served' }), of());
  const told = 'being embedded anew by served: preparing, held up by EMBEDDER.UNAVAILABLE; `tributary migrate log` follows it';
  await eventually(async () => {
    expect(await reasons()).toEqual([told, told]);
  });
  expect((await operations.status(of())).collections.map(({ status_reason: reason }) => reason)).toEqual([told]);
  expect(await reasons(guest)).toEqual([undefined, undefined]);

  embedder.mend();
  await eventually(async () => {
    expect(await reasons()).toEqual([undefined, undefined]);
  });
  const done = await operations.getMigration('log', of());
  expect([done.state, done.error]).toEqual(['done', undefined]);
});
