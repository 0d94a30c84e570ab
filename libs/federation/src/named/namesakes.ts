import type { StoredPoint } from '@tributary/engines-port';
import { placeOfChunk } from '@tributary/kernel/ids';
import { namedPaths, termIdsOf, type NamedPath } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { Nomination, NominationRequest } from '../nominate/nominate-collection.js';
import { passagesSaying } from './beyond-lanes.js';
import type { NamedFile, NamedFiles } from './named-files.js';

/** Of more files of one name nobody knows which is meant. */
const MOST = 5;
/** Of the time until texts must be there. */
const SHARE_OF_CONTENTS = 0.3;
const ENDING = /[^/\s]\.[a-z]\w{0,23}$/iu;

const NONE: NamedFiles = new Map();

/** Files by their last names, where a query is such a name and nothing else, as browsers and logs print it (`job.js:821`), and few files bear it. They are found by the words of their title paths. What cannot be looked up in time is left out. */
export async function findNamesakes(nominations: readonly Nomination[], request: NominationRequest, query: string): Promise<NamedFiles> {
  const named = namedPaths(query).find(({ path, isAll }) => isAll && !path.includes('/') && ENDING.test(path));
  if (named === undefined) return NONE;
  const deadline = request.deadlines.contents.share(SHARE_OF_CONTENTS);
  const found = await passagesSaying(nominations, request, { terms: [...termIdsOf(named.path)], isFile: true, deadline });
  const files = new Map(
    [...found].flatMap(([{ collection }, points]) => {
      const bearers = points.flatMap((point) => fileOf(collection, point, named));
      return bearers.length === 0 ? [] : [[collection, bearers] as const];
    }),
  );
  return [...files.values()].flat().length > MOST ? NONE : files;
}

function fileOf({ record }: ScopedCollection, { payload }: StoredPoint, named: NamedPath): readonly NamedFile[] {
  const { original_id, doc_id: docId, total_chunks: chunks, path = '' } = payload;
  const key = placeOfChunk(original_id, record.name)?.key;
  return path.split(/[/\\]/u).at(-1) !== named.path || key === undefined ? [] : [{ docId, key, chunks, named, isCertain: true }];
}
