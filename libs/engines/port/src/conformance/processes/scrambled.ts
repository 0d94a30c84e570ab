import type { DocumentWrite } from '../../index.js';
import { sampleDocument } from '../samples/sample-document.js';

/** Documents that the role `scramble` works on. */
export const SCRAMBLED = 40;

/** A version of one of them: what it holds follows from its number and version. */
export function scrambledDocument(collection: string, n: number, version: number): DocumentWrite {
  const length = 1 + ((n * 7 + version * 3) % 6);
  const chunks = Array.from(
    { length },
    (_, i) => `scrambled doc${n.toString()} v${version.toString()} part${i.toString()} of ${length.toString()}`,
  );
  return sampleDocument({ collection, key: `n${n.toString()}`, version, hash: version.toString(), chunks });
}
