import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ModelThread } from './model-thread.js';

const MISSING = fileURLToPath(new URL('no-such-model.onnx', import.meta.url));
const owner = { name: 'minilm', use: 'embedding' } as const;
const model = {
  onnxFile: MISSING,
  tokenizerFile: MISSING,
  tokenizerConfigFile: MISSING,
  maxTokens: 16,
  padId: 0,
  dependsOnBatch: false,
  threads: 1,
  output: { kind: 'logits' },
} as const;

it('gives the thread nothing to do for a caller who gave up before', async () => {
  const thread = new ModelThread(owner, model);
  const signal = AbortSignal.abort(new Error('the time is over'));
  await expect(thread.run({ texts: ['x'], urgency: 2 }, { signal })).rejects.toThrow('the time is over');
  await thread.close();
});
