import { expect, it } from 'vitest';
import { loadFailure } from './load-failure.js';

const load = { owner: { name: 'minilm', use: 'embedding' }, onnxFile: '/m/onnx/model.onnx', machine: 'darwin-x64' } as const;

it.each([
  "Cannot find module '../bin/napi-v6/darwin/x64/onnxruntime_binding.node'\nRequire stack:\n- /x/binding.js",
  'Error loading shared library ld-linux-x86-64.so.2: No such file or directory (needed by /x/onnxruntime_binding.node)',
  'libonnxruntime.so.1: cannot open shared object file: No such file or directory',
])('names the machine and the other kinds of models where the runtime has no library: %s', (reason) => {
  const { message, code, retryable } = loadFailure(reason, load);
  expect({ code, retryable }).toEqual({ code: 'EMBEDDER.UNAVAILABLE', retryable: false });
  expect(message).toContain('onnxruntime-node has no library that runs on darwin-x64');
  expect(message).toContain('Use a model of the type static, ollama or openai instead.');
  expect(message).not.toContain('Require stack');
});

it('names the file and the setting where the model is at fault', () => {
  expect(loadFailure('Protobuf parsing failed.', load).message).toBe(
    'The model minilm: /m/onnx/model.onnx cannot be loaded: Protobuf parsing failed. Fetch it again, or choose another file in models.minilm.file.',
  );
});
