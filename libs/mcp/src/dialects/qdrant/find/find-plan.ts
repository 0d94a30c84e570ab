import { CollectionName, SearchRequest, type Filter, type Priorities } from '@tributary/contracts';
import { permanent } from '@tributary/kernel';
import { parseArguments } from '../../../tools/argument-error.js';
import { isGiven, namedCollection, nameHere } from '../collection-argument.js';
import type { QdrantSettings } from '../qdrant-settings.js';
import type { FindInput } from './find-input.js';

/** Candidates of each collection that a reranker chooses from. */
const RERANKED = 30;
/** A call that asks for a reranker may take longer than searches usually do. */
const RERANK_DEADLINE_MS = 5000;
/** Longest list a search keeps. */
const LONGEST_LIST = 300;

/** What one call of qdrant-find does. */
export interface FindPlan {
  /** Its first page. */
  readonly request: SearchRequest;
  /** As the call names them; `*` alone for every collection. */
  readonly collections: readonly string[];
  /** Hits that are read at most, before it is known how many collections were searched. */
  readonly wanted: number;
  /** Said where its one collection is the default one and does not exist yet, which is no error; left out: it is another, or there are several. */
  readonly untilMade?: string;
  /** Hits that are shown of so many collections. */
  readonly shown: (collections: number) => number;
}

type Call = Omit<FindInput, 'query_filter'> & { readonly filter: Filter | undefined };

/** @throws `REQUEST.INVALID` */
export function planFind(call: Call, settings: QdrantSettings): FindPlan {
  if (call.query.trim() === '') throw permanent('REQUEST.INVALID', 'The query is empty: say what to look for.');
  const named = meantCollections(call, settings);
  const collections = [...new Set(named.map(nameHere))];
  const shown = shownOf(call, settings);
  const wanted = Math.min(LONGEST_LIST, shown(isOne(collections) ? 1 : Number.POSITIVE_INFINITY));
  const isReranked = call.rerank ?? false;
  const priorities = prioritiesOf(collections, settings);
  const request = parseArguments(SearchRequest, {
    query: call.query,
    collections,
    // Entries of one collection that say the same are two, as they are for the server whose tool this is: they may differ in metadata.
    collapse: !isOne(collections),
    limit: Math.min(100, isReranked ? Math.max(call.limit ?? settings.limit, RERANKED) : wanted),
    ...(call.filter && { filter: call.filter }),
    ...(priorities && { priorities }),
    ...(isReranked ? { rerank: true, deadline_ms: RERANK_DEADLINE_MS } : {}),
  });
  const untilMade = named.length === 1 && named[0] === settings.collection ? untilMadeText(settings) : undefined;
  return { request, collections: named, wanted, shown, ...(untilMade === undefined ? {} : { untilMade }) };
}

function untilMadeText({ collection = '', readOnly }: QdrantSettings): string {
  return `Nothing was found: the default collection ${JSON.stringify(collection)} does not exist yet${readOnly ? '' : '; qdrant-store makes it'}.`;
}

function meantCollections({ collections, collection_name: name }: Call, settings: QdrantSettings): readonly string[] {
  // Clients that fill every field send an empty name here, too.
  if (collections === undefined || (collections.length > 0 && !collections.some(isGiven))) {
    if (isGiven(name) || settings.collection !== undefined) return [namedCollection(name, settings)];
    throw permanent(
      'REQUEST.INVALID',
      'No collection was named and there is no default one: pass collections (["*"] searches all of them), or set COLLECTION_NAME.',
    );
  }
  if (collections.length === 0) {
    throw permanent(
      'REQUEST.INVALID',
      'collections is an empty list: name the collections to search, or pass ["*"] to search all of them.',
    );
  }
  return collections.includes('*') ? ['*'] : [...new Set(collections)];
}

function isOne(collections: readonly string[]): boolean {
  return collections.length === 1 && CollectionName.safeParse(collections[0]).success && collections[0] !== 'auto';
}

function shownOf(call: Call, settings: QdrantSettings): FindPlan['shown'] {
  const limit = call.limit ?? settings.limit;
  if (call.rerank === true) return () => Math.min(limit, settings.rerankerTopK);
  return (collections) => limit * Math.max(1, Math.min(collections, settings.multiCollectionLimitMultiplier));
}

/** The configured order, else that of the call; names with their engine count without it. */
function prioritiesOf(collections: readonly string[], settings: QdrantSettings): Priorities | undefined {
  const { priorityStrategy: strategy, collectionPriorityOrder: order = collections } = settings;
  const names = order.map((name) => nameHere(name.split('/').at(-1) ?? name)).filter((name) => CollectionName.safeParse(name).success);
  if (strategy === 'natural' || names.length === 0) return undefined;
  return { strategy, order: names };
}
