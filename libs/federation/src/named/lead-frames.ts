import type { Candidate } from '@tributary/engines-port';
import type { JudgedHit } from '@tributary/ranking';
import type { NamedDocument } from '../nominate/nominate-collection.js';
import { documentOf } from '../refine/refine.js';

type Judged = JudgedHit<Candidate>;

/** What has so much of a message word for word is where it comes from, wherever frames lie. */
const QUOTES = 0.5;
/** In the file of a frame less is enough: its lines may be those of another version. */
const QUOTES_IN_FILE = 0.2;
/** Of the judge's order so many are looked at for what quotes. */
const LOOKED_AT = 20;

/** What leads of the files that frames of a stack trace name, by one passage each: the one that quotes the message, else that with the line. Files of own code; of packages where none of those is known. What quotes the message
 *  elsewhere stands among them. All in the judge's order. Undefined where no file is named by a frame. */
export function framesAmong(files: ReadonlyMap<Judged, NamedDocument>, judged: readonly Judged[]): readonly Judged[] | undefined {
  const ofFrames = [...files].filter(([, { frame }]) => frame !== undefined);
  if (ofFrames.length === 0) return undefined;
  const own = ofFrames.filter(([, { frame }]) => frame === 'own');
  const documents = Map.groupBy(own.length > 0 ? own : ofFrames, ([hit]) => documentOf(hit));
  return quotingAmong(
    judged,
    [...documents.values()].flatMap((passages) => bestOf(passages)),
  );
}

/** These with the best passages of documents that quote the message, in the judge's order. */
export function quotingAmong(judged: readonly Judged[], leading: readonly Judged[]): readonly Judged[] {
  const known = new Set(leading.map(documentOf));
  const others = judged.slice(0, LOOKED_AT).filter((hit) => verbatimOf(hit) >= QUOTES && !known.has(documentOf(hit)));
  const all = new Set([...leading, ...firstOfEach(others)]);
  return judged.filter((hit) => all.has(hit));
}

/** Of a document that quotes the message the passage that is judged best, which is the one that does. */
function bestOf(passages: readonly (readonly [Judged, NamedDocument])[]): readonly Judged[] {
  const atLine = passages.filter(([hit, { lineAt }]) => hit.candidate.chunkIndex === lineAt && verbatimOf(hit) < QUOTES_IN_FILE);
  return [...atLine, ...passages].slice(0, 1).map(([hit]) => hit);
}

function firstOfEach(hits: readonly Judged[]): readonly Judged[] {
  return [...new Map(hits.toReversed().map((hit) => [documentOf(hit), hit])).values()];
}

/** `V` of its document (docs/ranking.md). */
function verbatimOf(hit: Judged): number {
  return hit.signals()['verbatim'] ?? 0;
}
