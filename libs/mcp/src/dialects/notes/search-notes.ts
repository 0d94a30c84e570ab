import { SearchRequest, type Coverage, type SearchAnswer } from '@tributary/contracts';
import type { ToolCall } from '../../tools/tool.js';
import { isDone } from '../search-completeness.js';
import { findKnowledgeBase } from './knowledge-bases.js';
import { notAnswering } from './notes-errors.js';
import type { NotesSettings } from './notes-settings.js';
import { NoteReader, type NoteResult } from './note-reader.js';
import type { SearchArguments } from './search-arguments.js';

const DEFAULT_RESULTS = 3;
/** A model that is not loaded yet takes its server seconds to load. */
const DEADLINE_MS = 30_000;

export interface NotesAnswer {
  readonly results: readonly NoteResult[];
  readonly message?: string;
}

/** The chunks of one knowledge base that are nearest in meaning, each in the dress the mode asks for, the nearest first.
 *  @throws `COLLECTION.NOT_FOUND`, and why the knowledge base could not be searched, each with its remedy */
export async function searchNotes(
  { query, collectionName: name, contextMode: mode }: SearchArguments,
  settings: NotesSettings,
  call: ToolCall,
): Promise<NotesAnswer> {
  const { operations, context } = call;
  const collection = await findKnowledgeBase(operations, { name, settings }, context);
  const { maxResults: limit = DEFAULT_RESULTS } = settings;
  const request = {
    query,
    collections: [name],
    algorithm: 'semantic',
    limit,
    per_document: limit,
    collapse: false,
    // A reranker that is on by default would choose others than the nearest.
    rerank: false,
    explain: true,
    deadline_ms: DEADLINE_MS,
  };
  const answer = await operations.search(SearchRequest.parse(request), context);
  await requireMeaning(answer, settings, call);
  if (answer.hits.length === 0) return { results: [], message: `No results found in ${name}.` };
  const reader = new NoteReader({ collection, mode }, call);
  const results = await Promise.all((await reader.withPoints(answer.hits)).map(([hit, point]) => reader.toResult(hit, point)));
  return { results: results.toSorted((a, b) => b.similarityScore - a.similarityScore) };
}

/** An answer by something else than meaning is none. */
async function requireMeaning(
  { coverage, hits }: SearchAnswer,
  settings: NotesSettings,
  { operations, context, log }: ToolCall,
): Promise<void> {
  const missed = coverage.find(({ status, lanes }) => !isDone(lanes.semantic ?? { status }));
  if (missed === undefined || (hits.length > 0 && isDone(missed))) return;
  if (missed.code === 'MODEL.UNKNOWN' || isLate(missed)) {
    const { embedders } = await operations.status(context);
    const down = embedders.find(({ status, detail }) => status === 'down' && detail !== undefined);
    if (down?.detail !== undefined) throw notAnswering(down.detail, { code: 'EMBEDDER.UNAVAILABLE', settings });
  }
  const { chromadbPath = '' } = settings;
  log?.('a knowledge base cannot be searched', { code: missed.code ?? missed.status, chromadb_path: chromadbPath });
  throw notAnswering(missed.reason ?? `${missed.collection} was not searched`, { code: missed.code, settings });
}

function isLate({ status, lanes }: Coverage): boolean {
  return status === 'timed_out' || lanes.semantic?.status === 'timed_out';
}
