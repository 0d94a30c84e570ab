import { describeReranker } from '@tributary/reranking-port/conformance';
import { findModelFolder } from '@tributary/testing';
import { afterAll, it } from 'vitest';
import { TestEmbedder } from './embedder.fixture.js';
import { ModelReranker } from './model-reranker.js';

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

const open = (small: boolean) => async () => {
  const { queues } = stack.use(await TestEmbedder.start({ small }));
  return new ModelReranker({ name: 'by-model', model: 'minilm', queues });
};

describeReranker('The static model', open(true));

const folder = findModelFolder();
if (folder.kind === 'none') it('MiniLM as a reranker', (context) => context.skip(folder.reason));
else describeReranker('MiniLM', open(false));
