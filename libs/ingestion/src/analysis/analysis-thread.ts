// Entry of the analysis thread: a message is heading, content, heading, content …; the answer has terms and words of each pair.
import { analyseChunk } from '@tributary/ranking';
import { parentPort } from 'node:worker_threads';
import { packFeatures, type ChunkFeatures } from './packed-features.js';

parentPort?.on('message', (texts: readonly string[]) => {
  const features: ChunkFeatures[] = [];
  for (let at = 0; at < texts.length; at += 2) features.push(analyseChunk({ heading: texts[at] ?? '', content: texts[at + 1] ?? '' }));
  const packed = packFeatures(features);
  parentPort?.postMessage(packed, [packed.numbers]);
});
