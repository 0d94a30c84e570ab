import { CollectionName, isUnlistedEngine, type CallContext, type CollectionSummary, type Operations } from '@tributary/contracts';
import { hasCode } from '@tributary/kernel';
import { noSuchKnowledgeBase, notAnswering } from './notes-errors.js';
import type { NotesSettings } from './notes-settings.js';

/** A Chroma folder is served by a program that starts with the first call and takes seconds; each look waits for two of them at most. */
const LOOKS = 8;

type Listing = Pick<Operations, 'listCollections'>;
type Lookup = Pick<Operations, 'listCollections' | 'getCollection'>;

/** What there is, and what could not be looked at. */
export interface KnowledgeBases {
  readonly readable: readonly CollectionSummary[];
  /** Engines whose collections could not be listed, with the reason. */
  readonly unlisted: readonly string[];
}

/** The knowledge bases of this moment; one that was made meanwhile is among them. Waits for the server of a Chroma folder that is only starting. */
export async function listKnowledgeBases(operations: Listing, settings: NotesSettings, context: CallContext): Promise<KnowledgeBases> {
  let listed = divide(await operations.listCollections(context));
  for (let look = 1; look < LOOKS && settings.chromadbPath !== undefined && isStarting(listed); look++) {
    listed = divide(await operations.listCollections(context));
  }
  return listed;
}

/** The knowledge base of that name. @throws `COLLECTION.NOT_FOUND`, `ENGINE.UNAVAILABLE` where it may be one that cannot be looked at now */
export async function findKnowledgeBase(
  operations: Lookup,
  { name, settings }: { readonly name: string; readonly settings: NotesSettings },
  context: CallContext,
): Promise<CollectionSummary> {
  if (!isName(name)) throw noSuchKnowledgeBase(name);
  try {
    return await operations.getCollection(name, context);
  } catch (error) {
    if (!hasCode(error, 'COLLECTION.NOT_FOUND')) throw error;
  }
  const { readable, unlisted } = await listKnowledgeBases(operations, settings, context);
  const found = readable.find((summary) => summary.name === name);
  if (found !== undefined) return found;
  const [reason] = unlisted;
  throw reason === undefined ? noSuchKnowledgeBase(name) : notAnswering(reason, { settings });
}

/** A name as `list_knowledge_bases` gives it: no pattern, since one search asks one knowledge base. */
function isName(name: string): boolean {
  const parts = name.split('/');
  return parts.length <= 2 && parts.every((part) => CollectionName.safeParse(part).success);
}

function divide(summaries: readonly CollectionSummary[]): KnowledgeBases {
  return {
    readable: summaries.filter((summary) => !isUnlistedEngine(summary)),
    unlisted: summaries.filter(isUnlistedEngine).map(({ name, status_reason: reason }) => reason ?? `${name} does not answer`),
  };
}

function isStarting({ readable, unlisted }: KnowledgeBases): boolean {
  return (
    unlisted.length > 0 ||
    readable.some(({ foreign, description, status }) => foreign === 'found' && status === 'indexing' && description === '')
  );
}
