import type { Candidate } from '@tributary/engines-port';
import { documentNames, within } from '@tributary/kernel';
import { isSameName, nameTerm } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { Circuits } from '../nominate/circuits.js';
import { nominateByIds } from '../nominate/nominate-by-ids.js';
import type { Nomination, NominationRequest } from '../nominate/nominate-collection.js';
import { unlessLate } from '../nominate/unless-late.js';
import type { SearchPlan } from '../plan/plan.js';

/** Of more documents of one name nobody knows which is meant. */
const MOST = 5;
/** Of the time until texts must be there. */
const SHARE_OF_CONTENTS = 0.4;
/** `-draft` is what is not meant. */
const EXCLUDES = /(?:^|\s)-\S/u;

/** Of each collection the first passages of the documents that are called by the whole query, at most six, as soon as they are known. None rejects. */
export type TitledDocuments = ReadonlyMap<ScopedCollection, Promise<readonly Candidate[]>>;

type Titles = Parameters<ScopedCollection['nominate']>[0];

/** Begins to look up the documents that are called by the whole query, by title, file or further name: such a document need not say its own name often enough to be among the best of any lane (docs/adr/0188-documents-are-found-by-their-names.md). Of collections that other programs made nothing is known. */
export function findTitled({ request, lanes, targets, deadlines, signal }: SearchPlan, circuits: Circuits): TitledDocuments {
  const { query, algorithm } = request;
  const term = algorithm !== 'hybrid' || !lanes.includes('keyword') || EXCLUDES.test(query) ? undefined : nameTerm(query);
  if (term === undefined) return new Map();
  const together = { best: MOST + 1, each: MOST + 1 };
  const titles = { lanes: ['keyword'] as const, limit: MOST + 1, terms: [{ id: term, weight: 1 }], together };
  const open = targets.filter(({ isForeign, record }) => !isForeign && !circuits.isOpen(record.engine));
  return new Map(
    open.map((collection) => {
      const found = within({ deadline: deadlines.contents, signal }, (limit) => calledSo(collection, { titles, query }, limit));
      // A search that was called off says so itself.
      return [collection, found.catch(() => [])];
    }),
  );
}

async function calledSo(
  collection: ScopedCollection,
  { titles, query }: { readonly titles: Titles; readonly query: string },
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const { candidates } = await collection.nominate(titles, signal);
  if (candidates.length === 0) return [];
  const ids = candidates.map(({ id }) => id);
  const points = await collection.readHits(ids, signal);
  const isCalledSo = (names: readonly string[]) => names.some((name) => isSameName(name, query));
  const called = new Set(points.filter(({ payload }) => isCalledSo(documentNames(payload))).map(({ id }) => id));
  return candidates.filter(({ id }) => called.has(id));
}

/** The nominations with the beginnings of documents that are called by the whole query, where few are. What a collection does not say in time is left out. */
export async function nominateTitled(
  nominations: readonly Nomination[],
  request: NominationRequest,
  titled: TitledDocuments,
): Promise<readonly Nomination[]> {
  if (titled.size === 0) return nominations;
  const limits = { deadline: request.deadlines.contents.share(SHARE_OF_CONTENTS), signal: request.signal };
  const called = await Promise.all(
    nominations.map(({ answered, collection }) =>
      answered ? unlessLate(limits, async () => (await titled.get(collection)) ?? [], []) : Promise.resolve([]),
    ),
  );
  const all = called.reduce((sum, { length }) => sum + length, 0);
  if (all === 0 || all > MOST) return nominations;
  return Promise.all(nominations.map((one, at) => withTitled(one, request, called[at] ?? [])));
}

async function withTitled(nomination: Nomination, request: NominationRequest, titled: readonly Candidate[]): Promise<Nomination> {
  if (titled.length === 0) return nomination;
  const { collection, candidates } = nomination;
  const known = new Set(candidates.map(({ id }) => id));
  const documents = new Set(titled.map(({ docId }) => docId));
  const ids = titled.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  if (ids.length === 0) return { ...nomination, titled: documents };
  const { deadlines, signal: calledOff } = request;
  const limits = { deadline: deadlines.contents.share(SHARE_OF_CONTENTS), signal: calledOff };
  const further = await unlessLate(limits, (signal) => nominateByIds(collection, request, { ids, signal }), undefined);
  return further === undefined ? nomination : { ...nomination, titled: documents, candidates: [...candidates, ...further] };
}
