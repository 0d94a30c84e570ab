import type { Depth } from '../memory/joint-ranking.js';

/** With as many passages to a document on the mean a list goes as deep as was asked for. */
const USUAL_PASSAGES = 5;
/** By so much at most it goes deeper where documents have more: what follows costs by the passage. */
const DEEPEST = 4;

interface Counted {
  readonly points: number;
  readonly documents: number;
}

/** How deep the keyword lane goes in collections that are searched as one. Long documents fill a list with many passages each, so for as many documents it takes more of
 *  them (docs/adr/0121-long-documents-are-looked-for-deeper.md). */
export function deepen({ best, each }: Depth, collections: readonly Counted[]): Depth {
  const points = collections.reduce((sum, one) => sum + one.points, 0);
  const documents = collections.reduce((sum, one) => sum + one.documents, 0);
  const passages = points / Math.max(1, documents);
  return { best: Math.ceil(best * Math.min(DEEPEST, Math.max(1, passages / USUAL_PASSAGES))), each };
}
