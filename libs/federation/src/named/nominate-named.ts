import type { StoredPoint } from '@tributary/engines-port';
import { chunkOriginalId, md5Uuid } from '@tributary/kernel/ids';
import type { ScopedCollection } from '../access/scoped-collection.js';
import { nominateByIds } from '../nominate/nominate-by-ids.js';
import type { Nomination, NominationRequest } from '../nominate/nominate-collection.js';
import { unlessLate } from '../nominate/unless-late.js';
import type { NamedFile, NamedFiles } from './named-files.js';

/** Passages of a file that are looked at from its beginning, and around a line that is asked for. */
const PASSAGES = 100;
const AROUND = 10;

/** Of the time until texts must be there, in which quoted words are looked for: it comes before these. */
const SHARE_OF_CONTENTS = 0.5;

/** The nominations with the passages of the files that the query calls by their paths: such a file need not be among the best of any lane. What a collection does not say in time is left out. */
export async function nominateNamed(
  nominations: readonly Nomination[],
  request: NominationRequest,
  files: NamedFiles,
): Promise<readonly Nomination[]> {
  if (files.size === 0) return nominations;
  return Promise.all(
    nominations.map(async (nomination) => {
      const named = nomination.answered ? (files.get(nomination.collection) ?? []) : [];
      return named.length === 0 ? nomination : withFiles(nomination, request, named);
    }),
  );
}

async function withFiles(nomination: Nomination, request: NominationRequest, files: readonly NamedFile[]): Promise<Nomination> {
  const { collection, candidates } = nomination;
  const { deadlines, signal: calledOff } = request;
  const found = await unlessLate(
    { deadline: deadlines.contents.share(SHARE_OF_CONTENTS), signal: calledOff },
    async (signal) => {
      const wanted = await Promise.all(files.map((file) => wantedOf(collection, file, signal)));
      return { wanted, further: await nominateByIds(collection, request, { ids: wanted.flatMap(({ ids }) => ids), signal }) };
    },
    undefined,
  );
  if (found === undefined) return nomination;
  const known = new Set(candidates.map(({ id }) => id));
  const named = new Map(
    found.wanted.map(({ file: { docId, named, isCertain }, lineAt }) => {
      return [docId, { isAll: named.isAll && isCertain, lineAt, frame: named.frame }];
    }),
  );
  return { ...nomination, named, candidates: [...candidates, ...found.further.filter(({ id }) => !known.has(id))] };
}

interface WantedPassages {
  readonly file: NamedFile;
  readonly ids: readonly string[];
  /** Place in the document of the passage with the line that is asked for. */
  readonly lineAt: number | undefined;
}

async function wantedOf(collection: ScopedCollection, file: NamedFile, signal: AbortSignal): Promise<WantedPassages> {
  const { key, docId, chunks, named } = file;
  const { line } = named;
  const lineAt = line === undefined ? undefined : passageAt(await collection.readChunks(docId, { signal }), line);
  const from = lineAt === undefined || lineAt < PASSAGES ? 0 : lineAt - AROUND;
  const count = Math.min(chunks, from + PASSAGES) - from;
  const ids = Array.from({ length: count }, (_, at) =>
    md5Uuid(chunkOriginalId({ collection: collection.record.name, key, chunk: from + at })),
  );
  return { file, ids, lineAt };
}

/** The last passage that begins at the line or before it: what stands between two belongs to the first. */
function passageAt(passages: readonly StoredPoint[], line: number): number | undefined {
  const before = passages.filter(({ payload: { range } }) => range !== undefined && range.start[0] <= line);
  return before.at(-1)?.payload.chunk_index;
}
