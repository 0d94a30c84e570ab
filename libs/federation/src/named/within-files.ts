import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import type { NamedDocument } from '../nominate/nominate-collection.js';
import type { Leading } from './lead-definitions.js';

type Judged = JudgedHit<Candidate>;

/** What leads of files that a query calls by their paths amid other words: the passages with the lines it says, then what else it asks for of them, then all of them in the judge's order. What is one thing among others that are asked for stands behind the best one: few passages of a document are shown. */
export function withinFiles(
  files: ReadonlyMap<Judged, Pick<NamedDocument, 'lineAt'>>,
  askedFor?: Pick<Leading, 'hits' | 'behind'>,
): readonly Judged[] {
  const withLines = [...files].filter(([hit, { lineAt }]) => hit.candidate.chunkIndex === lineAt).map(([hit]) => hit);
  const { hits, behind } = askedFor ?? { hits: [], behind: 0 };
  const best = [...files.keys()].slice(0, Math.min(1, behind));
  return [...new Set([...withLines, ...best, ...hits, ...files.keys()])];
}
