// Entry of the embedding thread: a message is texts; the answer has their vectors one after another.
import { parentPort, workerData } from 'node:worker_threads';
import type { ModelTables } from '../model/model-tables.js';
import { StaticModel } from '../model/static-model.js';

// safe: only BulkEmbedder starts this file, with the tables of its model
const model = new StaticModel(workerData as ModelTables);

parentPort?.on('message', (texts: readonly string[]) => {
  const vectors = new Float32Array(texts.length * model.dimension);
  texts.forEach((text, i) => {
    vectors.set(model.embed(text), i * model.dimension);
  });
  parentPort?.postMessage(vectors, [vectors.buffer]);
});
