import type { SeededRandom } from '@tributary/testing';
import type { DocumentWrite } from '../../index.js';
import { randomPayload } from './random-payload.js';
import { randomText } from './random-text.js';
import { sampleDocument } from './sample-document.js';
import { randomVector } from './vectors.js';

/** Documents of up to five chunks; some chunks without a vector, some alike, so that scores tie. */
export function randomCorpus(
  random: SeededRandom,
  { collection, documents, dimension }: { readonly collection: string; readonly documents: number; readonly dimension: number },
): DocumentWrite[] {
  return Array.from({ length: documents }, (_, n) => {
    const payload = randomPayload(random);
    const shared = randomVector(random, dimension);
    const text = randomText(random, 5 + random.below(40));
    const chunks = Array.from({ length: random.below(6) }, (__, chunk) => {
      const isTwin = chunk > 0 && random.next() < 0.2;
      return {
        content: isTwin ? text : randomText(random, 3 + random.below(40)),
        vector: random.next() < 0.1 ? null : isTwin ? shared : randomVector(random, dimension),
        payload: random.next() < 0.7 ? payload : randomPayload(random),
      };
    });
    return sampleDocument({ collection, key: `doc-${n.toString()}`, version: 1 + random.below(5), title: randomText(random, 3), chunks });
  });
}
