import { SearchRequest, WhyNotRequest, parseFilter, type SearchAnswer, type SearchInput } from '@tributary/contracts';
import { toErrorRecord } from '@tributary/kernel';
import { listWhenStarted } from '../../connection/await-servers.js';
import type { Connection } from '../../connection/connection.js';
import type { CommandContext } from '../../program/command-context.js';
import { parseOptions } from '../../program/parse-options.js';
import { usageError } from '../../program/usage-error.js';
import { searchWhenReady } from './search-when-ready.js';
import { printHits } from './search.output.js';
import { printWhyNot } from './why-not.output.js';

export interface SearchOptions {
  readonly collection?: readonly string[];
  readonly maxCollections?: number;
  readonly limit?: number;
  readonly algorithm?: 'hybrid' | 'semantic' | 'keyword' | 'fuzzy' | 'rrf' | 'dbsf';
  readonly weights?: NonNullable<SearchInput['weights']>;
  readonly filter?: unknown;
  readonly since?: string;
  readonly until?: string;
  readonly minRelevance?: number;
  readonly context?: 'chunk_only' | 'enhanced' | 'full_note';
  readonly diversity?: number;
  readonly perDocument?: number;
  readonly budget?: number;
  readonly deadline?: number;
  readonly cursor?: string;
  readonly explain?: boolean;
  readonly collapse?: boolean;
  readonly rerank?: boolean;
  readonly whyNot?: string;
  readonly prefer?: readonly string[];
  readonly preferBy?: 'soft' | 'medium' | 'hard';
  readonly after?: readonly string[];
  readonly wait?: number;
}

/** Searches and prints the answer. */
export async function search(context: CommandContext, query: string, options: SearchOptions): Promise<void> {
  const input = toInput(query, options);
  const request = parseOptions(SearchRequest, input);
  // Whoever names a deadline gets what is there by then.
  const ask = (connection: Connection): Promise<SearchAnswer> =>
    options.deadline === undefined ? searchWhenReady(connection, request, context) : connection.operations.search(request, context.call);
  const { whyNot: uri } = options;
  if (uri !== undefined) {
    await explainMissing(context, parseOptions(WhyNotRequest, { ...input, uri }), ask);
    return;
  }
  await context.withData(async (connection) => {
    if (connection.startsServers === true) await listWhenStarted(connection, context.call);
    const answer = await ask(connection);
    const shown = connection.keepsCursors ? answer : { ...answer, cursor: undefined };
    if (context.options.json === true) context.terminal.printJson(shown);
    else printHits(context.terminal, shown, request);
  });
}

async function explainMissing(
  context: CommandContext,
  request: WhyNotRequest,
  ask: (connection: Connection) => Promise<SearchAnswer>,
): Promise<void> {
  const answer = await context.withData(async (connection) => {
    // What is not read yet would be all that could be said.
    await ask(connection);
    return connection.operations.whyNot(request, context.call);
  });
  const { terminal, options } = context;
  if (options.json === true) terminal.printJson(answer);
  else printWhyNot(terminal, answer);
}

function toInput(query: string, options: SearchOptions): SearchInput {
  if (options.preferBy !== undefined && options.prefer === undefined) throw usageError('--prefer-by goes with --prefer.');
  const {
    collection,
    maxCollections,
    minRelevance,
    perDocument,
    budget,
    filter,
    deadline,
    prefer,
    preferBy,
    after,
    wait,
    whyNot: _,
    ...same
  } = options;
  return {
    ...same,
    query,
    ...(collection === undefined ? {} : { collections: [...collection] }),
    ...(maxCollections === undefined ? {} : { max_collections: maxCollections }),
    ...(minRelevance === undefined ? {} : { min_relevance: minRelevance }),
    ...(perDocument === undefined ? {} : { per_document: perDocument }),
    ...(budget === undefined ? {} : { token_budget: budget }),
    ...(deadline === undefined ? {} : { deadline_ms: deadline }),
    ...(prefer === undefined ? {} : { priorities: { order: [...prefer], ...(preferBy === undefined ? {} : { strategy: preferBy }) } }),
    ...(after === undefined ? {} : { after: [...after] }),
    ...(wait === undefined ? {} : { wait_ms: wait }),
    ...(filter === undefined ? {} : { filter: readFilter(filter) }),
  };
}

/** A wrong filter is a wrong command line here. */
export function readFilter(filter: unknown) {
  try {
    return parseFilter(filter);
  } catch (error) {
    throw usageError(`--filter: ${toErrorRecord(error).message}`);
  }
}
