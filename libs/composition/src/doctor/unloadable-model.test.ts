import { localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { findModelFolder, temporaryFolder } from '@tributary/testing';
import { cp, readdir, truncate, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startStandalone } from '../standalone/start-standalone.js';

const LOADING: unknown = expect.stringMatching(/The model cut: .* cannot be loaded: /);

it('says that a model cannot be loaded whose files are there and damaged', { timeout: 60_000 }, async (context) => {
  const supply = findModelFolder();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using folder = await temporaryFolder();
  const damaged = join(folder.path, 'damaged');
  await cp(supply.path, damaged, { recursive: true, dereference: true });
  for (const name of await readdir(damaged, { recursive: true })) {
    const path = join(damaged, name);
    await chmod(path, 0o700);
    if (name.endsWith('.onnx')) await truncate(path, 100_000);
  }
  const models = {
    static: { type: 'static' },
    whole: { type: 'transformers', path: supply.path },
    cut: { type: 'transformers', path: damaged },
  };
  const overrides = [
    { path: ['data', 'folder'], value: join(folder.path, 'data'), flag: '--data' },
    { path: ['server', 'port'], value: 0, flag: '--port' },
    { path: ['models'], value: models, flag: 'models' },
  ];
  const configuration = await loadConfiguration({ environment: {}, overrides });
  await using stack = new AsyncDisposableStack();
  const { operations } = stack.adopt(await startStandalone({ configuration, logger: silentLogger }), (server) => server.close());
  const { checks } = await operations.doctor({ repair: false }, { principal: localOwner, signal: AbortSignal.timeout(30_000) });
  const of = (model: string) => checks.find(({ name }) => name === `model ${model}`);
  expect(of('whole')).toMatchObject({ status: 'ok' });
  expect(of('cut')).toMatchObject({ status: 'failed', detail: LOADING });
});
