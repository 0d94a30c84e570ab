import { localOwner } from '@tributary/contracts';
import { loadConfiguration, silentLogger } from '@tributary/platform';
import { findModelFolder, temporaryFolder } from '@tributary/testing';
import { chmod, cp, readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startStandalone } from '../standalone/start-standalone.js';

const failing = (file: RegExp): unknown =>
  expect.stringMatching(new RegExp(`^The model [a-z]+: .*${file.source} cannot be loaded: .*Fetch it again`));

it('says that a model cannot be loaded whose files are there and damaged', { timeout: 60_000 }, async (context) => {
  const supply = findModelFolder();
  if (supply.kind === 'none') return context.skip(supply.reason);
  await using folder = await temporaryFolder();
  /** A copy of the model in which files of this ending are cut. */
  const damaged = async (end: string): Promise<string> => {
    const copy = join(folder.path, end);
    await cp(supply.path, copy, { recursive: true, dereference: true });
    for (const name of await readdir(copy, { recursive: true })) {
      await chmod(join(copy, name), 0o700);
      if (name.endsWith(end)) await truncate(join(copy, name), 100_000);
    }
    return copy;
  };
  const models = {
    static: { type: 'static' },
    whole: { type: 'transformers', path: supply.path },
    cut: { type: 'transformers', path: await damaged('.onnx') },
    mute: { type: 'transformers', path: await damaged('tokenizer.json') },
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
  expect(of('cut')).toMatchObject({ status: 'failed', detail: failing(/\.onnx/) });
  expect(of('mute')).toMatchObject({ status: 'failed', detail: failing(/tokenizer\.json/) });
});
