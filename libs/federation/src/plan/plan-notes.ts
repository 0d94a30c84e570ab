import type { Lane, SearchRequest } from '@tributary/contracts';
import { someOf } from '@tributary/kernel';
import type { ParsedQuery, ReadAsText } from '@tributary/ranking';
import { queryAdvice } from './query-advice.js';
import { AUTO, type ResolvedCollections } from './resolve-collections.js';

interface PlannedParts {
  readonly query: ParsedQuery;
  readonly resolved: ResolvedCollections;
  readonly lanes: readonly Lane[];
}

/** What a caller should know of a search before anything is looked for. */
export function notesOf(request: SearchRequest, { query, resolved, lanes }: PlannedParts): readonly string[] {
  return [...collectionNotes(resolved, request), ...queryNotes(query), ...queryAdvice(request), ...idleNotes(request, lanes)];
}

function collectionNotes(
  { selected, unreadable, unknown }: ResolvedCollections,
  { priorities }: Pick<SearchRequest, 'priorities'>,
): readonly string[] {
  const notes: string[] = [];
  if (selected.length + unreadable.length === 0) notes.push('There is no collection to search yet: store or ingest something first.');
  const missing = unknown.filter(({ mayLieIn }) => mayLieIn.length === 0).map(({ pattern }) => pattern);
  if (missing.length > 0) notes.push(`No collection fits ${someOf(missing)}.`);
  for (const { pattern, mayLieIn } of unknown)
    if (mayLieIn.length > 0)
      notes.push(`Whether there is a collection ${pattern} cannot be told now: ${mayLieIn.join(', ')} could not be listed.`);
  const notSearched = (priorities?.order ?? []).filter((name) => !selected.some((record) => record.name === name));
  if (notSearched.length > 0)
    notes.push(`Priorities name ${someOf(notSearched)}, not among the collections that were to be searched: that moved nothing.`);
  return notes;
}

function queryNotes(query: ParsedQuery): readonly string[] {
  const notes: string[] = [];
  if (query.droppedTerms > 0)
    notes.push(`The query is very long: its last ${query.droppedTerms.toString()} words were not looked for as words.`);
  notes.push(...query.readAsText.map(readAsTextNote));
  if (query.tookExclusionsAsText)
    notes.push(
      'The query only says what to leave out, which would find anything: it was looked for as text. Say what to look for as well.',
    );
  if (query.excluded.length > 0) {
    const words = query.excluded.map((word) => `"${word}"`).join(', ');
    notes.push(`Passages with ${words} were left out: to look for it, leave out the hyphen or put it in quotation marks with it.`);
  }
  return notes;
}

function readAsTextNote(read: ReadAsText): string {
  switch (read.what) {
    case 'all':
      return read.since === 'long'
        ? 'The query is long, so quotation marks and hyphens in it were read as plain text: ask a shorter one to demand exact words.'
        : 'The query has several lines, so quotation marks and hyphens in it were read as plain text: ask in one line to demand exact words.';
    case 'strings':
      return 'Quotation marks in the query stand as they do in code, and were read as plain text: to demand exact words, quote them in a query without code.';
    case 'message':
      return 'The query reads like the message of a program, and quotation marks in it were read as plain text: to demand exact words, quote them alone or beside few words.';
    case 'hyphens': {
      const words = read.words.map((word) => `-${word}`);
      return `${someOf(words)} in the query was read as plain text, as in a command or a diff: to leave out passages with a word, put it in quotation marks behind the hyphen.`;
    }
  }
}

/** Says of arguments that change nothing beside the others of the request that they do not. */
function idleNotes({ algorithm, weights, collections, max_collections: most }: SearchRequest, lanes: readonly Lane[]): readonly string[] {
  const notes: string[] = [];
  if (weights !== undefined && lanes.some((lane) => lane === algorithm))
    notes.push(`By ${algorithm} one lane alone decides, and weights change nothing: leave them out, or search by hybrid.`);
  if (most !== undefined && !collections.includes(AUTO))
    notes.push('max_collections bounds what "auto" asks, and changed nothing: give "auto" as the collections, or leave it out.');
  return notes;
}
