// Entry of the analysis thread: terms and words of chunks, a batch at a time.
import { analyseChunk } from '@tributary/ranking';
import { parentPort } from 'node:worker_threads';
import type { AnalysisBatch, AnalysisReply } from './chunk-analysis.js';
import { packFeatures } from './packed-features.js';

parentPort?.on('message', ({ number, chunks }: AnalysisBatch) => {
  const features = packFeatures(chunks.map(analyseChunk));
  const reply: AnalysisReply = { number, features };
  parentPort?.postMessage(reply, [features.numbers]);
});
