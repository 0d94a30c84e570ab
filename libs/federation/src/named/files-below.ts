import type { PointPayload } from '@tributary/contracts';
import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit, NamedPath } from '@tributary/ranking';
import { documentOf } from '../refine/refine.js';
import { byLines } from './by-lines.js';
import { endsWithPath, isBelow } from './ends-with-path.js';

type Judged = JudgedHit<Candidate>;
type Passages = ReadonlyMap<Judged, PointPayload>;

/** What leads of files that are known by no path of the query and end in one, as far as words found them: which folders stand before it nobody looks up. Where the query is the path alone it is every file that ends so, as one that is
 *  known, or where none does every file of a folder that ends so. In a sentence it is one file alone, of several nobody knows which is meant, and of it the passage with the line that is asked for, if that is one of the best, or else the one that is judged best: the others say no more of what is asked because of where they stand.
 *  @param ends as `endsOfPaths` tells them @param passages the best ones, in the judge's order */
export function filesBelow(ends: readonly NamedPath[], passages: Passages): readonly Judged[] {
  const alone = ends.filter(({ isAll }) => isAll).flatMap((end) => byTheLine(end, endingOrBelow(end, passages)));
  if (alone.length > 0) return alone;
  const leading = new Set(ends.filter(({ isAll }) => !isAll).flatMap((end) => bestOfOne(end, ending(end, passages))));
  return [...passages.keys()].filter((hit) => leading.has(hit));
}

function ending(end: NamedPath, passages: Passages): Passages {
  return new Map([...passages].filter(([, { path = '' }]) => endsWithPath(path, end)));
}

function endingOrBelow(end: NamedPath, passages: Passages): Passages {
  const files = ending(end, passages);
  return files.size > 0 ? files : new Map([...passages].filter(([, { path = '' }]) => isBelow(path, end)));
}

function bestOfOne(end: NamedPath, passages: Passages): readonly Judged[] {
  const hits = [...passages.keys()];
  if (new Set(hits.map(documentOf)).size !== 1) return [];
  const withLine = [...passages].filter(([, payload]) => hasLine(payload, end)).map(([hit]) => hit);
  return [...withLine, ...hits].slice(0, 1);
}

/** Each document from the passage with the line that is asked for, if that is one of the best. */
function byTheLine(end: NamedPath, passages: Passages): readonly Judged[] {
  const lineAt = (hit: Judged, payload: PointPayload) => (hasLine(payload, end) ? hit.candidate.chunkIndex : undefined);
  return byLines(new Map([...passages].map(([hit, payload]) => [hit, { lineAt: lineAt(hit, payload) }])));
}

function hasLine({ range }: PointPayload, { line = 0 }: NamedPath): boolean {
  return range !== undefined && range.start[0] <= line && line <= range.end[0];
}
