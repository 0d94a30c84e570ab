import type { DocumentWrite } from '../../index.js';
import { sampleDocument } from './sample-document.js';

/** Version `version` of a document that grows, shrinks and keeps its length from version to version; every chunk says its version. */
export function replacedDocument(collection: string, version: number, key = 'replaced'): DocumentWrite {
  const length = [3, 7, 7, 1, 4, 4, 2][version % 7] ?? 3;
  const chunks = Array.from({ length }, (_, n) => `replaced version${version.toString()} of ${length.toString()} chunk ${n.toString()}`);
  return sampleDocument({ collection, key, version, hash: version.toString(), chunks });
}
