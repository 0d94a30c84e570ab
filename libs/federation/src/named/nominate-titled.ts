import type { Candidate } from '@tributary/engines-port';
import { documentNames, within } from '@tributary/kernel';
import { calledNames, isSameName, namedDefinition, nameTerms } from '@tributary/ranking';
import type { ScopedCollection } from '../access/scoped-collection.js';
import type { Circuits } from '../nominate/circuits.js';
import { withPassages } from '../nominate/nominate-by-ids.js';
import type { Nomination, NominationRequest } from '../nominate/nominate-collection.js';
import { unlessLate } from '../nominate/unless-late.js';
import type { SearchPlan } from '../plan/plan.js';

/** Of more documents of one name nobody knows which is meant. */
const MOST = 5;
/** Of the time until texts must be there. */
const SHARE_OF_CONTENTS = 0.4;

/** The first passage of a document. */
interface Titled {
  readonly beginning: Candidate;
  /** Place among the names that a query may call it by, the longest first. */
  readonly name: number;
}

/** Of each collection some documents that are called as the query may call them, as soon as they are known. None rejects. */
export type TitledDocuments = ReadonlyMap<ScopedCollection, Promise<readonly Titled[]>>;

interface Titles {
  readonly asked: Parameters<ScopedCollection['nominate']>[0];
  readonly names: readonly string[];
}

/** Begins to look up the documents that are called by the query, or by what it asks for as a whole, by title, file or further name: such a document need not say its own name often enough to be among the best of any lane (docs/adr/0188-documents-are-found-by-their-names.md). Of collections that other programs made nothing is known.
 *  @param text of the query as it was repaired */
export function findTitled(
  { request, lanes, targets, deadlines, signal }: SearchPlan,
  circuits: Circuits,
  text = request.query,
): TitledDocuments {
  const isSought = request.algorithm === 'hybrid' && lanes.includes('keyword');
  const mayName = isSought && !isCode(request.query) && calledNames(request.query).length > 0;
  const names = mayName ? calledNames(text) : [];
  const terms = [...new Set(names.flatMap(nameTerms))].map((id) => ({ id, weight: 1 }));
  if (terms.length === 0) return new Map();
  const limit = terms.length * (MOST + 1);
  const asked = { lanes: ['keyword'] as const, limit, terms, together: { best: limit, each: limit } };
  const open = targets.filter(({ isForeign, record }) => !isForeign && !circuits.isOpen(record.engine));
  return new Map(
    open.map((collection) => {
      const found = within({ deadline: deadlines.contents, signal }, (until) => calledSo(collection, { asked, names }, until));
      // A search that was called off says so itself.
      return [collection, found.catch(() => [])];
    }),
  );
}

/** `retry()` and `class Pool {` ask for what code defines. */
function isCode(query: string): boolean {
  return /[({]/u.test(query) && namedDefinition(query)?.isWord === false;
}

async function calledSo(collection: ScopedCollection, { asked, names }: Titles, signal: AbortSignal): Promise<readonly Titled[]> {
  const { candidates } = await collection.nominate(asked, signal);
  if (candidates.length === 0) return [];
  const ids = candidates.map(({ id }) => id);
  const points = await collection.readHits(ids, signal);
  const named = new Map(points.map(({ id, payload }) => [id, placeOf(documentNames(payload), names)]));
  return candidates.flatMap((beginning) => {
    const name = named.get(beginning.id) ?? -1;
    return name < 0 ? [] : [{ beginning, name }];
  });
}

/** Of the first name that is among a document’s own; -1 where none is. */
function placeOf(own: readonly string[], names: readonly string[]): number {
  return names.findIndex((name) => own.some((one) => isSameName(one, name)));
}

/** The nominations with the beginnings of documents that are called by the longest name that the query may mean, where few are: those of the first look-up that has any. What a collection does not say in time is left out. */
export async function nominateTitled(
  nominations: readonly Nomination[],
  request: NominationRequest,
  lookUps: readonly TitledDocuments[],
): Promise<readonly Nomination[]> {
  const limits = { deadline: request.deadlines.contents.share(SHARE_OF_CONTENTS), signal: request.signal };
  for (const titled of lookUps) {
    if (titled.size === 0) continue;
    const called = await Promise.all(
      nominations.map(({ answered, collection }) =>
        answered ? unlessLate(limits, async () => (await titled.get(collection)) ?? [], []) : Promise.resolve([]),
      ),
    );
    const longest = Math.min(...called.flat().map(({ name }) => name));
    const meant = called.map((some) => some.flatMap(({ beginning, name }) => (name === longest ? [beginning] : [])));
    const count = meant.flat().length;
    if (count > MOST) return nominations;
    if (count > 0) return Promise.all(nominations.map((one, at) => withTitled(one, request, meant[at] ?? [])));
  }
  return nominations;
}

async function withTitled(nomination: Nomination, request: NominationRequest, titled: readonly Candidate[]): Promise<Nomination> {
  if (titled.length === 0) return nomination;
  const asked = { ids: titled.map(({ id }) => id), share: SHARE_OF_CONTENTS };
  const found = await withPassages(nomination, request, asked);
  return found === undefined ? nomination : { ...found, titled: new Set(titled.map(({ docId }) => docId)) };
}
